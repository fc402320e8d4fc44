"""The descriptor of the family ``assembly``."""

from __future__ import annotations

from tilewright.family import Family

ASSEMBLY = Family(
    name="assembly",
    commands={
        "disassemble": "Take assemblies apart with the fewest moves.",
        "assembly": "Search for sets of pieces, and survey positions.",
    },
    command_references={
        "disassemble": "tilewright.families.assembly.cli.disassemble:disassemble",
        "assembly": "tilewright.families.assembly.cli.search:assembly",
    },
    generators={"burr": "tilewright.families.assembly.burr_sticks:BURR"},
    filters={
        "disassemblable": "tilewright.families.assembly.filter:DISASSEMBLABLE",
        "disassemblable-with-rotations": "tilewright.families.assembly.filter:DISASSEMBLABLE_WITH_ROTATIONS",
    },
    sources="A. Röver, BurrTools (2003-2020), user guide: disassembly; "
    "W. H. Cutler, A computer analysis of all 6-piece burrs (1994)",
    puzzles={"tilewright.model.solution:Solution": "tilewright.families.assembly.verbs"},
    router="tilewright.families.assembly.web.api:router",
    pages={"/assembly": "assembly", "/design": "design"},
    page_groups={"/design": "tools"},
    puzzle_pages={"/assembly": 3, "/design": 3},
    widgets={"DisassemblyWidget": "tilewright.families.assembly.notebook:DisassemblyWidget"},
    web_package="tilewright.families.assembly.web",
)
