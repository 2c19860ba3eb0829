# ---- The conversation with the arena: JSON, one object a line (docs/protocol.md)


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "start":
            random.seed(message["seed"])  # the same match can then be played again
            say({"type": "ready"})
        elif message["type"] == "turn":
            say({"turn": message["turn"], "action": choose(message["observation"])})
        elif message["type"] == "end":
            return


def say(message):
    print(json.dumps(message), flush=True)  # without flush it would wait in a buffer


# What you print to standard error is kept with the turn: print("hm", file=sys.stderr)
main()
