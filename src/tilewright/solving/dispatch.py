"""What all functions that answer questions share: ``settings=``, and the puzzles of families."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast, overload

from tilewright.errors import UnsupportedError
from tilewright.family import FamilyPuzzle, functions_for
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.solving.settings import Settings
from tilewright.wording import quoted

Keywords = ParamSpec("Keywords")
Result = TypeVar("Result", covariant=True)


class Verb(Protocol[Keywords, Result]):
    """A function of a puzzle; that of a family has keywords and answers of its own, see its package."""

    __name__: str

    @overload
    def __call__(self, puzzle: AnyPuzzle, *args: Keywords.args, **keywords: Keywords.kwargs) -> Result: ...
    @overload
    def __call__(self, puzzle: FamilyPuzzle, *args: Any, **keywords: Any) -> Any: ...


def verb(function: Callable[Concatenate[AnyPuzzle, Keywords], Result]) -> Verb[Keywords, Result]:
    """The function for the puzzles of families as well, and with ``settings``, which give it its keywords.

    A family's puzzle goes to the function of this name among those that its descriptor names; without one, it
    is asked about as the plain puzzle that it stands for. UnsupportedError where there is neither.
    """
    name = function.__name__

    def called(puzzle: Any, *args: Any, settings: Settings | None = None, **keywords: Any) -> Any:
        if isinstance(puzzle, FamilyPuzzle):
            functions = functions_for(puzzle)
            own = getattr(functions, name, None)
            if own is not None:
                return own(puzzle, *args, **keywords, **({} if settings is None else {"settings": settings}))
            as_puzzle = getattr(functions, "as_puzzle", None)
            if as_puzzle is None:
                has = ", ".join(getattr(functions, "__all__", ()))
                raise UnsupportedError(f"{name} does not take {type(puzzle).__name__}; there is {has}")
            puzzle = as_puzzle(puzzle)
        if settings is not None:
            if not isinstance(settings, Settings):
                raise UnsupportedError(f"the settings are {quoted(settings)}; expected tilewright.Settings")
            keywords = settings.keywords(function) | keywords
        return function(puzzle, *args, **keywords)

    return cast(Verb[Keywords, Result], wraps(function)(called))
