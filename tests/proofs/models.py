"""Proves that models can be asked and can play where people run such things: mcp, inspect-ai, verifiers, TextArena.

Each with the package's own mock, client or scripted player, without a network, and the leak law on what is shown.
"""

import asyncio
import json
import os
import re
import sys
import tempfile
import threading
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


def mcp_plays_a_match() -> None:
    """A scripted model, which knows the four tools and nothing else, over mcp's own client, against casual."""
    from mcp.client.client import Client

    from tepui.arena import doors, match
    from tepui.commands import mcp
    from tepui.commands.join import Table, address_of

    found: dict[str, str] = {}
    opened = threading.Event()

    def tell(name: str, address: str, token: str) -> None:
        found.update(address=address, token=token)
        opened.set()

    def text_of(result: Any) -> str:
        assert not result.is_error, result
        return "".join(part.text for part in result.content)

    async def model() -> None:
        player = mcp.Player(Table(address_of(found["address"]), found["token"], 30.0), "en", {"about": "scripted"})
        async with Client(mcp.server(player, True)) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == {"look", "choose", "rules", "why"}
            shown, rng = text_of(await client.call_tool("look", {})), Random(1)
            assert "Kryptx" in text_of(await client.call_tool("rules", {}))
            assert "the card on stand" in text_of(await client.call_tool("why", {}))
            assert "no choice 4000" in text_of(await client.call_tool("choose", {"number": 4000}))
            while "The game is over" not in shown:
                choices = [int(n) for n in re.findall(r"^(\d+) ", shown, re.M)]
                if "Nothing to decide" in shown:
                    shown = text_of(await client.call_tool("look", {}))
                else:
                    number = -1 if "\n-1 " in shown else rng.choice(choices)
                    shown = text_of(await client.call_tool("choose", {"number": number}))

    doors.tell = tell  # type: ignore[assignment]
    thread = threading.Thread(target=lambda: (opened.wait(60), asyncio.run(model())), daemon=True)
    thread.start()
    result = match("kryptx", ["join:model", "casual"], pairs=2, seats=2, seconds=120)
    thread.join(60)
    assert not thread.is_alive() and result.failed == [] and result.games == 4, result
    print(f"mcp: {result.games} games of Kryptx against casual, share {result.share}", flush=True)


def inspect_asks() -> None:
    """A model that says the exact answer loses nothing; one that says the same to everything does."""
    from inspect_ai import eval as run
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from tepui.research.minds.inspect_task import minds
    from tepui.research.minds.questions import questions
    from tepui.research.minds.scoring import judged
    from tepui.research.minds.solvers import exact, uniform

    for kind in ("belief", "deduction", "mind"):
        those = list(questions(kind, 4))
        for solver in (exact, uniform):
            outputs = []
            for one in those:
                said = f'I think {{"answer": 1}} at first.\n{json.dumps({"answer": solver(one)})}'
                outputs.append(ModelOutput.from_content("mockllm/model", said))
                outputs[-1].usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
            task = minds(kind, 4)
            model = get_model("mockllm/model", custom_outputs=outputs)
            with tempfile.TemporaryDirectory() as folder:
                (log,) = run(task, model=model, display="none", log_dir=folder, max_samples=1)
                assert '"exact"' not in log.model_dump_json()
            assert log.status == "success", log.error
            values = {score.name: score.metrics["mean"].value for score in log.results.scores if score.metrics}
            main = "proof" if kind == "deduction" else "bits"
            mine = [judged(one, solver(one)).value(main) for one in those]
            assert abs(values[main] - sum(mine) / 4) < 1e-9, (values, mine)
            assert values["formed"] == 1
    print("inspect-ai: belief, deduction and mind, judged as by tepui minds run", flush=True)


def verifiers_rewards() -> None:
    import verifiers.v1 as vf
    from verifiers.v1.trace import Trace, TraceTask

    from tepui.research.minds.scoring import judged
    from tepui.research.minds.solvers import exact, uniform
    from tepui.research.minds.verifiers_tasks import MindsConfig, MindsTaskset

    for kind in ("belief", "deduction"):
        for task in MindsTaskset(MindsConfig(id="tepui_minds", kind=kind, questions=3)):
            assert task.data.prompt == task.asked.question.prompt()
            assert "exact" not in task.data.model_dump_json()
            for solver in (exact, uniform):
                said = json.dumps({"answer": solver(task.asked)})
                data = TraceTask(type="MindsTask", data=task.data, key=task.key, hash=task.hash)
                trace = Trace.model_construct(task=data, agent=None, rewards={}, metrics={}, root_reply=said, nodes=[])
                asyncio.run(task.score(trace))
                result = judged(task.asked, solver(task.asked))
                want = result.value("proof") if kind == "deduction" else -result.value("bits")
                assert abs(trace.rewards["exactness"].value - want) < 1e-9
                assert trace.metrics["formed"] == 1
    print(f"verifiers {vf.__name__}: rewards of belief and deduction", flush=True)


def textarena_plays() -> None:
    """Scripted players finish all three games; what a player reads is the same in paired worlds."""
    import textarena as ta

    from tepui.research.text_arena import TepuiEnv, register

    names = register()
    assert {"Tepui-lost-code-v0", "Tepui-kryptx-v0", "Tepui-roll-and-write-v0"} <= set(names)
    for name in ("lost-code", "kryptx", "roll-and-write"):
        for seats in (2, 3):
            env, rng = ta.make(f"Tepui-{name}-v0"), Random(seats)
            env.reset(num_players=seats, seed=7)
            done, read = False, dict.fromkeys(range(seats), "")
            while not done:
                player, observation = env.get_observation()
                read[player] += text_in(observation)
                numbers = re.findall(r"^(-?\d+) ", text_in(observation), re.M)
                done, _ = env.step(f"I take [{rng.choice(numbers)}]")
            rewards, _ = env.close()
            assert abs(sum(rewards.values())) < 1e-9 and all(f"You are Player {seat}" in read[seat] for seat in read)
    env = TepuiEnv("lost-code")
    env.reset(2, 1)
    first = env.state.current_player_id
    assert env.step("no choice")[0] is False
    assert env.step("[9999]")[0] is True
    assert env.close()[0][first] == -1
    leaks(TepuiEnv)
    print("textarena: three games with two and three players, a wrong answer, and the leak law", flush=True)


def text_in(observation: Any) -> str:
    return observation if isinstance(observation, str) else "\n".join(part[1] for part in observation)


def leaks(env_class: Any) -> None:
    """The Lost Code twice with the same moves, but other stones behind a player's back: that player reads the same."""
    from tepui.core import find
    from tepui.core.table import Table
    from tepui.laws.finding import Asked
    from tepui.laws.pairs import Pair
    from tepui.laws.walk import some_setting

    for name in ("lost-code", "kryptx"):
        game, differ = find.game(name), 0
        for seed in range(20):
            rng = Random(seed)
            setting = some_setting(game, rng, Asked())
            seat = rng.randrange(setting.seats)
            branch = Pair(game, setting, seat, rng).branches[-1]
            said = []
            cut = len(branch.one) * 2 // 3
            for moves in (branch.one[:cut], branch.other[:cut]):
                env = env_class(name)
                env.reset(setting.seats, 1)
                env.playing.table = Table(game, setting, names=tuple(f"Player {n}" for n in range(setting.seats)))
                for by, code in moves:
                    env.playing.table.replay(by, code)
                if env.playing.table.over or not env.playing.table.to_act:
                    continue
                env.shown, env.state.observations = [0] * setting.seats, {seat: []}
                env.show(seat)
                said.append(text_in(env.get_observation()[1]))
            if len(said) == 2:
                assert said[0] == said[1], name
                differ += branch.one[:cut] != branch.other[:cut]
        assert differ, f"no pair of worlds of {name} differed"


if __name__ == "__main__":
    os.environ.setdefault("INSPECT_LOG_LEVEL", "warning")
    wanted = sys.argv[1:]
    for proof in (mcp_plays_a_match, inspect_asks, verifiers_rewards, textarena_plays):
        if not wanted or proof.__name__ in wanted:
            proof()
