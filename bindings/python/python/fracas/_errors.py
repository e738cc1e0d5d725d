"""What can go wrong, with the words that the ``fracas`` command has for it."""

from __future__ import annotations

from typing import Any


class FracasError(Exception):
    """Anything that Fracas refuses."""

    def __init__(self, message: str, **more: Any) -> None:
        super().__init__(message)
        for name, value in more.items():
            setattr(self, name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        # What is told beyond the message goes along to other processes.
        return (_again, (type(self), self.args[0], self.__dict__.copy()))


def _again(kind: type[FracasError], message: str, more: dict[str, Any]) -> FracasError:
    return kind(message, **more)


class ContentError(FracasError, ValueError):
    """A scenario is wrong. The message is what ``fracas check`` prints."""

    problems: list[dict[str, Any]]
    """Each with ``file``, ``line``, ``column``, ``field``, ``message`` and ``advice``."""


class NotFoundError(FracasError, LookupError):
    """There is no such scenario or file."""

    advice: str | None


class ChoiceError(FracasError, ValueError):
    """This cannot be chosen now."""

    nearest: str | None = None
    """A choice that is spelt much like it."""
    rule: str | None = None
    """The rule that refuses it."""


class DiceError(FracasError, ValueError):
    """A face that the die does not have, or more faces than dice."""


class DiceWanted(DiceError):
    """A face is missing; nothing has happened."""

    wanted: dict[str, Any]


class OverError(FracasError, RuntimeError):
    """The encounter is over."""


class ReplayError(FracasError, ValueError):
    """A replay cannot be read, or cannot be played by today's rules."""


class PartError(FracasError, ValueError):
    """A part of a simulation is damaged, missing, there twice, or from another run."""


class NotationError(FracasError, ValueError):
    """A roll that is not understood, or has too many outcomes to count."""
