"""Bots that talk in unusual ways: which, they are told as their argument."""
import json
import signal
import sys

what = sys.argv[1]
held = []  # turns that are not answered yet


def say(message):
    print(json.dumps(message), flush=what != "buffered" and (what != "buffers answers" or "type" in message))


def action(turn):
    return turn["observation"]["turn"] * 1000 + turn["observation"]["payload"]


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        say({"type": "ready"})
        if what == "reads no turns":
            signal.pause()
    elif message["type"] == "end":
        break
    elif what == "late" and message["turn"] == 2:
        held.append(message)
    elif what == "later" and message["turn"] in (2, 3):
        held.append(message)
    elif what == "skips" and message["turn"] == 2:
        pass
    elif what == "ahead" and message["turn"] == 2:
        say({"turn": 3, "action": action(message)})
    elif what == "throws" and message["turn"] == 2:
        raise ValueError("boom")  # here
    elif what == "babbles" and message["turn"] == 2:
        print("thinking...", flush=True)
    else:
        if what == "told":
            print(message["limit_ms"], message["last_ms"], file=sys.stderr, flush=True)
        for late in held:
            say({"action": action(late)})
        held.clear()
        if what == "repeats":
            say({"turn": 1, "action": action(message)})
        elif what in ("skips", "ahead"):
            say({"turn": message["turn"], "action": action(message)})
        else:
            say({"action": action(message)})
