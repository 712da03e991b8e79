// A rule for eslint: what all functions of a file share is written by one of them alone, so whoever reads the file knows
// where to look.

/** The function in which a node stands; null outside all. */
function functionOf(node) {
  for (let each = node.parent; each; each = each.parent) if (/Function/.test(each.type)) return each;
  return null;
}

/** Whether a function is the whole file: called where it is written, and not within another one. */
const isFile = (node) =>
  node && node.parent.type === "CallExpression" && node.parent.callee === node && functionOf(node) === null;

export default {
  meta: {
    type: "suggestion",
    schema: [],
    messages: { writers: "{{ name }} is written by {{ count }} functions." },
  },
  create: (context) => ({
    "Program:exit"(program) {
      for (const scope of context.sourceCode.scopeManager.scopes) {
        const owner = scope.block;
        if (owner !== program && !isFile(owner)) continue;
        for (const variable of scope.variables) check(context, variable, owner);
      }
    },
  }),
};

/** Report a variable that several functions write, the file itself not counted. */
function check(context, variable, owner) {
  const writes = variable.references.filter((each) => each.isWrite() && !each.init);
  const writers = new Set(writes.map((each) => functionOf(each.identifier)).filter((each) => each !== owner));
  if (writers.size < 2) return;
  const data = { name: variable.name, count: writers.size };
  context.report({ node: variable.identifiers[0], messageId: "writers", data });
}
