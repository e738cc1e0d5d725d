"""One question put to icepool, in a process that has answered no other: its first answer, and how long that took."""

import json
import sys
import time

import icepool
from icepool import d


def hits():
    # How many of 10 exploding d12 show 8 or more, where the highest face gives another chance.
    def chances(face):
        return icepool.Again + 1 if face == 12 else int(face >= 8)

    return 10 @ d(12).map(chances, again_depth=DEPTH)


def contest():
    # The best of 8 against the best of 6 exploding d10.
    die = d(10).explode(depth=DEPTH)
    return (die.highest(8) - die.highest(6)).map(lambda x: (x > 0) - (x < 0))


QUESTIONS = {
    "hits": hits,
    "contest": contest,
    "keep": lambda: d(6).highest(20, 10),
    "drop": lambda: d(20).highest(3, 2),
}

# Chains are cut where they are rarer than 1e-12.
DEPTH = 12

question = QUESTIONS[sys.argv[1]]
start = time.perf_counter()
answer = question()
seconds = time.perf_counter() - start
pairs = [[int(value), float(p)] for value, p in zip(answer.outcomes(), answer.probabilities())]
print(json.dumps({"seconds": seconds, "pairs": pairs}))
