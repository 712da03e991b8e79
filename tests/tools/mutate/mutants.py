"""The mutants of a module: its code with one small change each."""

import ast
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

_COMPARED = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_COMPUTED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
}
_CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
_SENTENCES = {
    "N_",
    "Text",
    "PluralTemplate",
    "Refused",
    "TypeVar",
    "NewType",
    "cast",
    "log",
    "logger",
    "logging",
}
"""Calls that are left alone, for their texts, their types or their log."""
_GUARDS = {"strict", "frozen", "slots", "kw_only"}
"""Keywords that change nothing where the code is right."""
_TYPES = {"annotation", "returns", "decorator_list", "type_params"}
_COMPOUND = ast.If | ast.For | ast.While | ast.With | ast.Try | ast.FunctionDef | ast.ClassDef | ast.Match
_FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(frozen=True)
class Mutant:
    """One change: its module, the text of its line, the lines of its statement, and what becomes of what.

    `imported` says that the code runs when the module is imported, and not in a function.
    """

    module: str
    line: str
    change: str
    number: int
    lines: tuple[int, ...]
    imported: bool

    @property
    def key(self) -> tuple[str, str, str]:
        """What finds the mutant again after the lines above it have changed."""
        return self.module, self.line, self.change

    @property
    def place(self) -> str:
        """The module, and the line where it is now."""
        return f"{self.module}:{self.lines[0]}"


@dataclass(frozen=True)
class _Place:
    """Where a node stands: a field of its parent, and its index there if that is a list."""

    parent: ast.AST
    field: str
    index: int | None

    def put(self, node: object) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


class Module:
    """The source of a module with its mutants, of which one at a time can be compiled."""

    def __init__(self, root: Path, path: Path) -> None:
        self.path = path
        self.name = path.relative_to(root).as_posix()
        source = path.read_text("utf-8")
        self._text = source.splitlines()
        self._tree = ast.parse(source)
        self._edits: list[tuple[_Place, ast.AST, ast.AST | None]] = []
        self.mutants: list[Mutant] = []
        self._visit(self._tree, None, imported=True)

    def compiled(self, mutant: Mutant) -> CodeType:
        """Return the code of the module with this change, and no other."""
        place, node, changed = self._edits[mutant.number]
        if changed is None:
            kept = getattr(place.parent, place.field)
            setattr(place.parent, place.field, [each for each in kept if each is not node])
        else:
            place.put(ast.fix_missing_locations(ast.copy_location(deepcopy(changed), node)))
        try:
            return compile(self._tree, str(self.path), "exec", dont_inherit=True)
        finally:
            if changed is None:
                setattr(place.parent, place.field, kept)
            else:
                place.put(node)

    def _visit(self, parent: ast.AST, statement: ast.stmt | None, *, imported: bool) -> None:
        """Note all changes below a node."""
        for field, value in ast.iter_fields(parent):
            if field in _TYPES:
                continue
            inside = imported and not (isinstance(parent, _FUNCTION) and field == "body")
            for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(node, ast.AST) and not _left_alone(node):
                    self._note(_Place(parent, field, index), node, statement, imported=inside)
                    within = node if isinstance(node, ast.stmt) else statement
                    self._visit(node, within, imported=inside)

    def _note(self, place: _Place, node: ast.AST, statement: ast.stmt | None, *, imported: bool) -> None:
        for changed in _changes(place, node):
            within = node if isinstance(node, ast.stmt) else statement
            assert within is not None
            first = getattr(node, "lineno", within.lineno)
            line = self._text[first - 1].strip()
            change = f"{_written(node)} -> {_written(changed)}"
            same = sum((each.line, each.change.split(" #")[0]) == (line, change) for each in self.mutants)
            change += f" #{same + 1}" if same else ""
            lines = (first, *_lines(within))
            self.mutants.append(Mutant(self.name, line, change, len(self._edits), lines, imported))
            self._edits.append((place, node, changed))


def _lines(statement: ast.stmt) -> range:
    """Return the lines of a statement; of one with a body, those of its head."""
    body = getattr(statement, "body", None) if isinstance(statement, _COMPOUND) else None
    last = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
    return range(statement.lineno, max(last, statement.lineno) + 1)


def _written(node: ast.AST | None) -> str:
    """Return a node as source in one line."""
    return "nothing" if node is None else re.sub(r"\s+", " ", ast.unparse(node))


def _name(node: ast.expr) -> str:
    """Return the first name of a called function: `log` of `log.info`."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _left_alone(node: ast.AST) -> bool:
    """Return whether a node is for readers, types or the log only."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom():
            return True
        case ast.Call(func=called):
            return _name(called) in _SENTENCES
        case ast.keyword(arg=arg):
            return arg in _GUARDS
        case ast.Expr(value=ast.Call(func=called)):
            return _name(called) in _SENTENCES
        case (
            ast.Assign(targets=[ast.Name(id="__all__" | "__slots__")])
            | ast.If(test=ast.Name(id="TYPE_CHECKING"))
        ):
            return True
    return False


def _changes(place: _Place, node: ast.AST) -> Iterator[ast.AST | None]:
    """Yield what may stand instead of a node; nothing where it is left out."""
    yield from _operators(node)
    yield from _statements(node)
    match node:
        case ast.Constant(value=value):
            yield from _constants(value)
        case ast.Subscript(value=value, slice=ast.Slice(lower=lower, upper=upper, step=step), ctx=ctx):
            if lower:
                yield ast.Subscript(value, ast.Slice(None, upper, step), ctx)
            if upper:
                yield ast.Subscript(value, ast.Slice(lower, None, step), ctx)
        case ast.Call():
            yield from _calls(node)
        case ast.keyword(arg=str()) if isinstance(place.parent, ast.Call):
            yield None
    if place.field in ("test", "ifs") and not isinstance(node, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield ast.UnaryOp(ast.Not(), node)


def _operators(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the same operands with another operator, or none."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=right):
            for other in _COMPARED[type(operator)]:
                yield ast.Compare(left, [other()], right)
        case ast.Compare(left=left, ops=ops, comparators=right):
            for index, operator in enumerate(ops):
                other = _COMPARED[type(operator)][0]
                yield ast.Compare(left, [*ops[:index], other(), *ops[index + 1 :]], right)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _COMPUTED:
            yield ast.BinOp(left, _COMPUTED[type(operator)](), right)
        case ast.BoolOp(op=operator, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what does less than a statement."""
    match node:
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.AugAssign(target=target, op=operator, value=value):
            yield ast.Pass()
            if type(operator) in _COMPUTED:
                yield ast.AugAssign(target, _COMPUTED[type(operator)](), value)
        case ast.Expr() | ast.Raise() | ast.Delete() | ast.Continue():
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()


def _constants(value: object) -> Iterator[ast.AST]:
    """Yield another number, truth value, or a text instead of none."""
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int | float):
        yield ast.Constant(value + 1)
    elif value == "":
        yield ast.Constant("mutated")


def _calls(node: ast.Call) -> Iterator[ast.AST]:
    """Yield the opposite function, and the first two arguments swapped."""
    if isinstance(node.func, ast.Name) and node.func.id in _CALLED:
        yield ast.Call(ast.Name(_CALLED[node.func.id], ast.Load()), node.args, node.keywords)
    match node.args:
        case [ast.Name() | ast.Attribute() as first, ast.Name() | ast.Attribute() as second, *others]:
            differ = ast.dump(first) != ast.dump(second)
            if differ and _name(node.func) not in ("isinstance", "min", "max"):
                yield ast.Call(node.func, [second, first, *others], node.keywords)
