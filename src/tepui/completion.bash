# {how}
_tepui() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" words=""
    if [ "$COMP_CWORD" = 1 ]; then words="{commands}"
    elif [ "${{word:0:1}}" = - ]; then case "${{COMP_WORDS[1]}}" in
{options}
    esac
    elif [ "$COMP_CWORD" = 2 ]; then case "${{COMP_WORDS[1]}}" in
        {of_a_game}) words="{games}" ;;
    esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    if [ -z "$words" ]; then COMPREPLY=($(compgen -f -- "$word")); fi
}}
complete -o filenames -F _tepui tepui
