"""`tepui completion`: a shell's script that completes commands, options, games and bots, as they are installed now."""

import argparse
import shlex
from pathlib import Path

from tepui.cli import GROUPS, OF_A_GAME, brought, function_of
from tepui.cli_args import Parser, described
from tepui.core import find

BASH = Path(__file__).with_suffix(".bash").read_text("utf-8")
ZSH = "autoload -Uz compinit bashcompinit\ncompinit\nbashcompinit\n"
HOW = {
    "bash": 'Put `eval "$(tepui completion bash)"` into ~/.bashrc.',
    "zsh": 'Put `eval "$(tepui completion zsh)"` into ~/.zshrc.',
    "fish": "Write it to ~/.config/fish/completions/tepui.fish.",
}


def command(words: list[str]) -> int:
    parser = Parser("completion", "Prints a script that completes the words of `tepui` in your shell.")
    parser.add_argument("shell", choices=list(HOW), help="which shell. The script's first line says where it goes")
    shell = parser.parse_args(words).shell
    names = [name for group in GROUPS.values() for name in group] + list(brought())
    known = {name: [a for a in described(function_of(name))._actions if a.help != argparse.SUPPRESS] for name in names}
    print(in_fish(known) if shell == "fish" else (ZSH if shell == "zsh" else "") + in_bash(known, HOW[shell]), end="")
    return 0


def in_bash(known: dict[str, list[argparse.Action]], how: str) -> str:
    options = [
        f'        {name}) words="{" ".join(option for action in actions for option in action.option_strings)}" ;;'
        for name, actions in known.items()
    ]
    return BASH.format(
        how=how,
        commands=" ".join(known),
        options="\n".join(options),
        of_a_game="|".join(OF_A_GAME),
        games=" ".join(find.names()),
    )


def in_fish(known: dict[str, list[argparse.Action]]) -> str:
    lines = [f"# {HOW['fish']}", f"complete -c tepui -n __fish_use_subcommand -a '{' '.join(known)}'"]
    lines.append(
        f"complete -c tepui -n '__fish_seen_subcommand_from {' '.join(OF_A_GAME)}' -a '{' '.join(find.names())}'"
    )
    for name, actions in known.items():
        for action in actions:
            for option in action.option_strings[-1:]:
                text = shlex.quote(action.help or "")
                lines.append(f"complete -c tepui -n '__fish_seen_subcommand_from {name}' -l {option[2:]} -d {text}")
    return "\n".join(lines) + "\n"
