"""What templates read of the types of views: each name must be a field, a property or a method there.

A template, macro or block of a call says its types in a first comment: `{# view: SheetView, room: Room #}`.
From these the types of all expressions follow, as far as they can be known; what is not known is not checked.
"""

import importlib
import inspect
import pkgutil
import re
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from jinja2 import nodes

import companion.room
import companion.rules
import companion.screens
from companion.web.drawings import find_folder

FOLDER = find_folder("templates")
_COMMENT = re.compile(r"\A\s*\{#-?\s*((?:\w+: [\w\[\], |.]+?)(?:, \w+: [\w\[\], |.]+?)*)\s*-?#\}")
_PAIR = re.compile(r"(\w+): ((?:[^,\[]|\[[^\]]*\])+)")
_MACRO = re.compile(r"\{%-?\s*macro (\w+)\([^%]*\)\s*-?%\}")
_CALL = re.compile(r"\{%-?\s*call\([^%]*%\}")
_MANY = (list, tuple, set, frozenset, Sequence, Iterable, Iterator, AbstractSet)
_BY_ATTRIBUTE = {"selectattr", "rejectattr", "map", "sort", "groupby", "unique", "sum", "max", "min"}
_ELEMENT_OF = {"first", "last", "max", "min"}
_SAME = {"list", "sort", "selectattr", "rejectattr", "reverse", "unique"}


class Read(NamedTuple):
    """A field that a template reads of a type."""

    owner: type
    name: str
    where: str


@cache
def classes() -> Mapping[str, type]:
    """Return the classes of views, rooms and rules by their names; those of views go first."""
    found: dict[str, type] = {"str": str, "int": int, "bool": bool, "float": float}
    for package in (companion.screens, companion.room, companion.rules):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for name, each in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
                if each.__module__.startswith("companion."):
                    found.setdefault(name, each)
    return found


def named_type(text: str) -> Any:
    """Return the type of a comment: a class, `list[Class]`, `Class | None`."""
    return eval(text, {"None": None}, dict(classes()))  # noqa: S307 - it is written in our templates


@cache
def fields(owner: type) -> Mapping[str, Any]:
    """Return all names that can be read of a type, each with its type (Any where that is not said)."""
    hints: dict[str, Any] = {}
    for each in reversed(owner.__mro__):
        try:
            hints |= get_type_hints(each)
        except (NameError, TypeError):  # of a name that is imported for type checkers alone
            hints |= dict.fromkeys(inspect.get_annotations(each), Any)
    for name in dir(owner):
        member = inspect.getattr_static(owner, name)
        if isinstance(member, property) and member.fget:
            hints[name] = _returned(member.fget)
        elif hasattr(member, "func"):  # a cached property
            hints[name] = _returned(member.func)
        else:
            hints.setdefault(name, Any)
    return hints


def _returned(function: Any) -> Any:
    try:
        return get_type_hints(function).get("return", Any)
    except NameError:
        return Any


def alternatives(found: Any) -> tuple[Any, ...]:
    """Return the types of a union but None."""
    if get_origin(found) in (Union, types.UnionType):
        return tuple(get_arg for get_arg in get_args(found) if get_arg is not type(None))
    return (found,)


def without_none(found: Any) -> Any:
    """Return a type, or of a union with None the other one."""
    kinds = alternatives(found)
    return kinds[0] if len(kinds) == 1 else Any


def joined(kinds: Iterable[Any]) -> Any:
    """Return the type of what has one of these: None counts for nothing; Any where one is not known."""
    left = {kind for each in kinds for kind in alternatives(each)} - {type(None)}
    return Any if Any in left or not left else Union[tuple(left)]  # noqa: UP007 - so many


def is_mapping(found: Any) -> bool:
    """Tell whether a type is a mapping of known keys and values."""
    origin = get_origin(without_none(found))
    return inspect.isclass(origin) and issubclass(origin, Mapping) and len(get_args(without_none(found))) == 2


def value_of(found: Any) -> Any:
    """Return the type of the values of a mapping."""
    return get_args(without_none(found))[1]


def element(found: Any, place: int | None = None) -> Any:
    """Return the type of an element, or of that at a place; Any where it is not known."""
    kinds = {_element(alternative, place) for alternative in alternatives(found)}
    return kinds.pop() if len(kinds) == 1 else Any


def _element(found: Any, place: int | None) -> Any:
    origin, arguments = get_origin(found), get_args(found)
    if origin is tuple and arguments:
        if arguments[-1] is Ellipsis:
            return arguments[0]
        if place is not None:
            return arguments[place] if place < len(arguments) else Any
        return arguments[0] if len(set(arguments)) == 1 else Any
    if origin and inspect.isclass(origin) and issubclass(origin, (*_MANY, Mapping)) and arguments:
        return arguments[0]
    return Any


@dataclass
class Template:
    """One template: its types and what it reads of them."""

    name: str
    reads: list[Read] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    is_typed: bool = False

    def note(self, owner: Any, attribute: str, line: int) -> Any:
        """Note that a field is read, and return its type."""
        kinds = set()
        for alternative in alternatives(owner):
            plain = get_origin(alternative) or alternative
            plain = get_args(alternative)[0] if plain is type else plain
            if not inspect.isclass(plain) or not plain.__module__.startswith("companion."):
                return Any
            self.reads.append(Read(plain, attribute, f"{self.name}:{line}"))
            if attribute not in fields(plain):
                self.missing.append(f"{self.name}:{line}: {plain.__name__} has no {attribute}")
                return Any
            kinds.add(fields(plain)[attribute])
        return kinds.pop() if len(kinds) == 1 else Any


class Walker:
    """Follows the types through a template."""

    def __init__(self, template: Template, blocks: Mapping[str | int, Mapping[str, Any]]) -> None:
        """Make one; `blocks` are the types that macros declare, by their names, and calls, by their lines."""
        self._template, self._blocks = template, blocks

    def body(self, body: Iterable[nodes.Node], known: dict[str, Any]) -> None:
        for each in body:
            self.statement(each, known)

    def statement(self, node: nodes.Node, known: dict[str, Any]) -> None:
        """Follow a statement; `known` are the types of names, to which it may add some."""
        match node:
            case nodes.Macro():
                arguments = {arg.name: Any for arg in node.args}
                self.body(node.body, {**known, **arguments, **self._blocks.get(node.name, {})})
            case nodes.CallBlock():
                self.type_of(node.call, known)
                arguments = {arg.name: Any for arg in node.args}
                self.body(node.body, {**known, **arguments, **self._blocks.get(node.lineno, {})})
            case nodes.For():
                inner = {**known, "loop": Any}
                self._assign(node.target, element(self.type_of(node.iter, known)), inner)
                if node.test:
                    self.type_of(node.test, inner)
                self.body(node.body, inner)
                self.body(node.else_, known)
            case nodes.Assign():
                self._assign(node.target, self.type_of(node.node, known), known)
            case nodes.With():
                inner = dict(known)
                self._assign(
                    nodes.Tuple(node.targets, "store"),
                    self.type_of(nodes.Tuple(node.values, "load"), known),
                    inner,
                )
                self.body(node.body, inner)
            case nodes.If():
                self.type_of(node.test, known)
                for part in (node.body, *(each.body for each in node.elif_), node.else_):
                    self.body(part, known)
                for each in node.elif_:
                    self.type_of(each.test, known)
            case nodes.Expr():
                self.type_of(node, known)
            case _:
                for child in node.iter_child_nodes():
                    self.statement(child, known)

    def _assign(self, target: nodes.Node, found: Any, known: dict[str, Any]) -> None:
        if isinstance(target, nodes.Name):
            known[target.name] = found
        elif isinstance(target, nodes.Tuple):
            for place, each in enumerate(target.items):
                self._assign(each, element(found, place), known)

    def type_of(self, node: nodes.Node, known: Mapping[str, Any]) -> Any:
        """Return the type of an expression, and note what it reads."""
        match node:
            case nodes.Name():
                return known.get(node.name, Any)
            case nodes.Getattr():
                return self._template.note(self.type_of(node.node, known), node.attr, node.lineno)
            case nodes.Getitem():
                owner = self.type_of(node.node, known)
                self.type_of(node.arg, known)
                if isinstance(node.arg, nodes.Slice):
                    return owner
                place = node.arg.value if isinstance(node.arg, nodes.Const) else None
                place = place if isinstance(place, int) else None
                return value_of(owner) if is_mapping(owner) else element(owner, place)
            case nodes.Call():
                return self._called(node, known)
            case nodes.Tuple() | nodes.List():
                items = [self.type_of(item, known) for item in node.items]
                return tuple[*items] if isinstance(node, nodes.Tuple) else list[joined(items)]  # type: ignore[misc, valid-type]
            case nodes.Filter() if node.node is not None:
                return self._filtered(node, self.type_of(node.node, known), known)
            case nodes.CondExpr():
                self.type_of(node.test, known)
                return joined(self.type_of(each, known) for each in (node.expr1, node.expr2) if each)
            case nodes.Or():
                return joined((self.type_of(node.left, known), self.type_of(node.right, known)))
            case nodes.And():
                self.type_of(node.left, known)
                return self.type_of(node.right, known)
            case nodes.Const(value=None):
                return type(None)
        for child in node.iter_child_nodes():
            self.type_of(child, known)
        return Any

    def _called(self, node: nodes.Call, known: Mapping[str, Any]) -> Any:
        """Return what a call gives, of a method of a view or of a mapping."""
        owner, name = Any, ""
        if isinstance(node.node, nodes.Getattr):
            owner, name = self.type_of(node.node.node, known), node.node.attr
        for child in node.iter_child_nodes():
            self.type_of(child, known)
        if is_mapping(owner):
            pair = get_args(without_none(owner))
            return {"items": list[tuple[pair]], "keys": list[pair[0]], "values": list[pair[1]]}.get(  # type: ignore[misc, valid-type]
                name, pair[1] if name == "get" else Any
            )
        method = getattr(owner, name, None) if inspect.isclass(owner) else None
        return _returned(method) if inspect.isfunction(method) else Any

    def _filtered(self, node: nodes.Filter, found: Any, known: Mapping[str, Any]) -> Any:
        for child in (*node.args, *(kwarg.value for kwarg in node.kwargs)):
            self.type_of(child, known)
        name = _attribute_of(node)
        read: Any = Any
        if node.name in _BY_ATTRIBUTE and name:
            read = element(found)
            for part in name.split("."):
                is_place = part.isdigit()
                read = element(read, int(part)) if is_place else self._template.note(read, part, node.lineno)
        if node.name in _SAME:
            return found
        if node.name == "map":
            return list[read] if name and read is not Any else Any
        return element(found) if node.name in _ELEMENT_OF else Any


def _attribute_of(node: nodes.Filter) -> str:
    """Return the attribute by which a filter reads, a literal one."""
    named = [kwarg.value for kwarg in node.kwargs if kwarg.key == "attribute"]
    first = node.args[:1] if node.name in ("selectattr", "rejectattr", "groupby") else []
    return next((str(each.value) for each in (*named, *first) if isinstance(each, nodes.Const)), "")


def declared(source: str) -> dict[str, Any]:
    """Return the types that the comment at the beginning of a text declares."""
    match = _COMMENT.match(source)
    return {name: named_type(kind.strip()) for name, kind in _PAIR.findall(match[1])} if match else {}


def check(environment: Any, path: Path) -> Template:
    """Check one template."""
    source = path.read_text(encoding="utf-8")
    template = Template(path.relative_to(FOLDER).as_posix())
    blocks: dict[str | int, Mapping[str, Any]] = {}
    for found in _MACRO.finditer(source):
        blocks[found[1]] = declared(source[found.end() :])
    for found in _CALL.finditer(source):
        blocks[source.count("\n", 0, found.start()) + 1] = declared(source[found.end() :])
    known = declared(source)
    template.is_typed = bool(known or any(blocks.values()))
    Walker(template, blocks).body(environment.parse(source).body, known)
    return template
