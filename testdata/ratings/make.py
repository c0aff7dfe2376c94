#!/usr/bin/env python3
"""Writes glicko2.tsv: random rating periods, computed by PyPI's glicko2 2.1.0 (pip install glicko2==2.1.0).

Each case is computed twice: by the package as it is, and with its function of step 5 corrected. Glickman's paper has the
squared deviation there, where the package has the squared rating; volatilities differ in the fifth digit.
"""
import math
import random

import glicko2


class Corrected(glicko2.Player):
    def _f(self, x, delta, v, a):
        phi = self.rd / 173.7178
        ex = math.exp(x)
        top = ex * (delta**2 - phi**2 - v - ex)
        return top / (2 * (phi**2 + v + ex) ** 2) - (x - a) / self._tau**2


def main():
    random.seed(26)
    with open("glicko2.tsv", "w") as out:
        out.write("# rating deviation volatility | opponents: rating deviation score; ... | package | corrected\n")
        for _ in range(200):
            start = (random.uniform(800, 2600), random.uniform(45, 350), random.uniform(0.03, 0.1))
            games = [
                (random.uniform(800, 2600), random.uniform(45, 350), random.choice([0.0, 0.5, 1.0]))
                for _ in range(random.randint(1, 6))
            ]
            results = []
            for kind in (glicko2.Player, Corrected):
                player = kind(*start)
                player.update_player([g[0] for g in games], [g[1] for g in games], [g[2] for g in games])
                results.append((player.rating, player.rd, player.vol))
            text = lambda row: " ".join(repr(value) for value in row)
            out.write("\t".join([text(start), ";".join(text(g) for g in games), *map(text, results)]) + "\n")


main()
