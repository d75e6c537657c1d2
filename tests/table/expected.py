"""The two tables as the literature and an earlier search have them, cell by cell.

yes: for every function of the class. Both are about consistent bases, where entailment is
classical; on inconsistent ones the cells named below differ, which no source speaks of. Sources:
Hansson 1991, 1993, 1994, 1999; Falappa, Fermé, Kern-Isberner 2006; Fermé, Krevneris, Reis 2008.
"""

from __future__ import annotations

Cell = tuple[str, str]  # law, column


def _read(columns: tuple[str, ...], text: str) -> dict[Cell, bool]:
    """Each line is a law and its cells."""
    found = {}
    for row in text.strip().splitlines():
        law, cells = row.split(" | ")
        for column, cell in zip(columns, cells.split(), strict=True):
            found[law.strip(), column] = {"yes": True, "no": False}[cell]
    return found


CONTRACTION = _read(
    (
        "full meet",
        "maxichoice",
        "partial meet",
        "TR",
        "TR max",
        "TR max or",
        "kernel",
        "smooth kernel",
        "minimal kernel",
        "full kernel",
        "safe",
    ),
    """
success                 | yes yes yes yes yes yes yes yes yes yes yes
inclusion               | yes yes yes yes yes yes yes yes yes yes yes
vacuity                 | yes yes yes yes yes yes yes yes yes yes yes
failure                 | yes yes yes yes yes yes yes yes yes yes yes
relevance               | yes yes yes yes yes yes no  no  yes yes no
core-retainment         | yes yes yes yes yes yes yes yes yes yes yes
relative closure        | yes yes yes yes yes yes no  yes yes yes no
disjunctive elimination | yes yes yes yes yes yes no  no  yes yes no
fullness                | no  yes no  no  no  no  no  no  yes no  no
uniformity              | yes yes yes yes yes yes yes yes yes yes yes
recovery                | no  no  no  no  no  no  no  no  no  no  no
conjunctive overlap     | yes no  no  no  yes yes no  no  no  yes yes
conjunctive inclusion   | no  no  no  no  no  yes no  no  no  no  no
""",
)

REVISION = _read(
    (
        "int. full meet",
        "int. partial meet",
        "int. maxichoice",
        "int. kernel",
        "int. smooth kernel",
        "ext. full meet",
        "ext. partial meet",
        "ext. maxichoice",
        "ext. kernel",
    ),
    """
success         | yes yes yes yes yes yes yes yes yes
inclusion       | yes yes yes yes yes yes yes yes yes
consistency     | yes yes yes yes yes yes yes yes yes
coherence       | yes yes yes yes yes yes yes yes yes
vacuity         | yes yes yes yes yes yes yes yes yes
core-retainment | yes yes yes yes yes yes yes yes yes
weak uniformity | yes yes yes yes yes yes yes yes yes
relevance       | yes yes yes no  no  yes yes yes no
uniformity      | yes yes yes yes yes yes no  no  no
pre-expansion   | yes no  no  no  no  yes yes yes yes
superexpansion  | no  no  no  no  no  no  no  no  no
subexpansion    | no  no  no  no  no  no  no  no  no
""",
)

NO_CUT = "a part may entail β, and entail φ once β is added, and yet not entail φ itself"
NOT_ADJUNCTIVE = "a remainder may entail φ and ψ, by parts that exclude each other, and not φ ∧ ψ"
OLDER_CONFLICTS = "conflicts that the newcomer has no part in stay (coherence holds instead)"
SET_ASIDE = "φ is set aside where B says it already: remainders and what they imply are without φ"

INCONSISTENT_CONTRACTION: dict[Cell, str] = {
    (law, column): NO_CUT
    for law in ("relative closure", "disjunctive elimination")
    for (its, column), holds in CONTRACTION.items()
    if its == law and holds
} | {("conjunctive overlap", column): NOT_ADJUNCTIVE for column in ("TR max", "TR max or")}
"""The cells that are yes on consistent bases and no on inconsistent ones, with the reason."""

INCONSISTENT_REVISION: dict[Cell, str] = {
    (law, column): OLDER_CONFLICTS for law, column in REVISION if law == "consistency"
} | {
    (law, column): SET_ASIDE
    for law in ("uniformity", "weak uniformity")
    for column in ("int. maxichoice", "int. partial meet", "int. smooth kernel")
}
"""The same of revision."""


ONE_FUNCTION: dict[Cell, str] = {
    ("uniformity", "ext. kernel"): "the kernels of ¬φ in B + φ are those in B",
} | {
    ("pre-expansion", f"int. {operator}"): "it contracts B without φ, whether or not B says φ"
    for operator in ("partial meet", "maxichoice", "kernel", "smooth kernel")
}
"""The cells that are no where each base has functions of its own, and yes where a choice depends
on the kernels or remainders alone; as before, consistent bases."""
