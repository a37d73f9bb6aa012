"""Runs one program, and ends it with everything that it started: `guard.py LIFELINE MEMORY NICE COMMAND...`.

The program gets our standard input, output and error; we only stand beside it. LIFELINE is the reading end of a pipe
whose other end whoever started us holds and never writes to: when it is closed, or its holder dies, everything ends.
It ends, too, when the program does. On Linux we adopt whatever the program leaves behind (PR_SET_CHILD_SUBREAPER), so
a process that was forked twice into a session of its own is ended with the others.

This file is run by its path, without the rest of Tepui, so that it starts quickly.
"""

import os
import resource
import select
import signal
import sys

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
LINUX = sys.platform == "linux"


def prctl(option: int, value: int) -> None:
    if LINUX:
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def main(words: list[str]) -> int:
    lifeline, memory, nice = map(int, words[:3])
    os.set_inheritable(lifeline, False)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)  # without a handler nothing is written to `wake`
    signal.set_wakeup_fd(wake)
    program = os.fork()
    if program == 0:
        become(memory, nice, words[3:])
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)  # a program that closes its output is noticed at once, because we do not hold it open
    status = until_over(program, lifeline, woken)
    end_all(program)
    return status


def become(memory: int, nice: int, command: list[str]) -> None:
    """In the new process: its limits, then the program itself."""
    try:
        os.setsid()  # a program that ends its own group (`kill 0`) must not end us
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # should we be killed, it is not left alone
        if memory:
            # Memory that it can write to. RLIMIT_AS would count what Java and others only reserve.
            most = resource.getrlimit(resource.RLIMIT_DATA)[1]
            wanted = memory << 20
            wanted = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
            resource.setrlimit(resource.RLIMIT_DATA, (wanted, wanted))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if nice:
            os.nice(nice)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # Python ignores it, and that would be inherited
        os.execvp(command[0], command)
    except (OSError, ValueError) as error:
        os.write(2, f"{command[0]} cannot be started: {error}\n".encode())
    os._exit(127)


def until_over(program: int, lifeline: int, woken: int) -> int:
    """Waits for the end of the program or of the lifeline; how the program ended."""
    while True:
        if lifeline in select.select([lifeline, woken], [], [])[0]:
            return 128 + signal.SIGKILL
        os.read(woken, 100)
        ended = -1
        while ended != 0:
            ended, status = os.waitpid(-1, os.WNOHANG)
            if ended == program:
                code = os.waitstatus_to_exitcode(status)
                return code if code >= 0 else 128 - code


def end_all(program: int) -> None:
    """Kills our children until there are none: what they leave behind becomes ours, and has its turn."""
    while True:
        found = children(program)
        for pid in found:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        try:
            os.waitpid(-1, 0 if found else os.WNOHANG)
        except ChildProcessError:
            return


def children(program: int) -> list[int]:
    if not LINUX:
        return [-program]  # its group: without adoption there is no more that we could find
    found, us = [], os.getpid()
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                parent = int(file.read().rpartition(b")")[2].split()[1])
        except OSError:  # it is gone already
            continue
        if parent == us:
            found.append(int(name))
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
