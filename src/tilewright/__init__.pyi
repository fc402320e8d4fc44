"""The one list of public names: for type checkers and editors, and read by ``__init__.py`` as well."""

from tilewright import errors as errors
from tilewright import pieces as pieces
from tilewright import results as results
from tilewright.errors import TilewrightError as TilewrightError
from tilewright.formats import save as save
from tilewright.loading import load as load
from tilewright.loading import load_puzzle as load_puzzle
from tilewright.loading import loads as loads
from tilewright.model.board import Board as Board
from tilewright.model.exact_cover_puzzle import AnyPuzzle as AnyPuzzle
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle as ExactCoverPuzzle
from tilewright.model.lattices import LATTICES as LATTICES
from tilewright.model.lattices import Lattice as Lattice
from tilewright.model.puzzle import Piece as Piece
from tilewright.model.puzzle import Placement as Placement
from tilewright.model.puzzle import Puzzle as Puzzle
from tilewright.model.puzzle import Solution as Solution
from tilewright.runs.api import run as run
from tilewright.solving.api import count as count
from tilewright.solving.api import estimate as estimate
from tilewright.solving.api import first as first
from tilewright.solving.api import forced as forced
from tilewright.solving.api import optimise as optimise
from tilewright.solving.api import optimize as optimize
from tilewright.solving.api import sample as sample
from tilewright.solving.api import solutions as solutions
from tilewright.solving.api import solve as solve
from tilewright.solving.batch import count_all as count_all
from tilewright.solving.explain import explain as explain
from tilewright.solving.reducing import reduce as reduce
from tilewright.solving.settings import Settings as Settings
from tilewright.solving.steps import Limits as Limits
from tilewright.solving.steps import Progress as Progress
from tilewright.solving.steps import Status as Status
from tilewright.verbs import convert as convert
from tilewright.verbs import disassemble as disassemble
from tilewright.verbs import draw as draw
from tilewright.verbs import verify as verify
from tilewright.verbs import why as why

__version__: str
