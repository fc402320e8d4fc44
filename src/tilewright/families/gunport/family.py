"""The descriptor of the family ``gunport``."""

from __future__ import annotations

from tilewright.family import Family

GUNPORT = Family(
    name="gunport",
    commands={"gunport": "Find the fewest dominoes such that no more fits."},
    command_references={"gunport": "tilewright.families.gunport.cli.board:gunport"},
    sources="B. Sands, The gunport problem, Math. Mag. 44 (1971); "
    "M. Gardner, Scientific American (April 1974); "
    "M. J. Chlond and R. A. Bosch, The gunport problem, INFORMS Trans. Educ. 6:2 (2006); "
    "G. Darby, Gunport Domino Puzzles, a Delphi program, DelphiForFun (2011)",
    puzzles={
        "tilewright.families.gunport.board:GunportBoard": "tilewright.families.gunport.verbs",
        "tilewright.families.gunport.board:Arrangement": "tilewright.families.gunport.arrangement_verbs",
    },
    router="tilewright.families.gunport.web.api:router",
    pages={"/gunport": "gunport"},
    text_page="tilewright.families.gunport.board_files:text_page",
    daily="tilewright.families.gunport.daily:addresses_of_date",
    web_package="tilewright.families.gunport.web",
    file_option=("--library", "The library of gunport boards. Default: that of 'tilewright gunport'."),
    file_hint="tilewright.families.gunport.board_files:hint",
)
