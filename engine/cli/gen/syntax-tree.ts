import { isObject } from '#engine/documents/json.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';

/** A node of the syntax tree of a component (ESTree), whose parts are checked where they are read. */
export type SyntaxNode = Readonly<Record<string, unknown>>;

/** All nodes of a file, in the order of its code. */
export const listNodes = memoizePerObject((program: object): readonly SyntaxNode[] => {
  const nodes: SyntaxNode[] = [];
  const add = (part: unknown): void => {
    if (Array.isArray(part)) for (const item of part) add(item);
    if (!isObject(part)) return;
    nodes.push(part);
    for (const inner of Object.values(part)) if (typeof inner === 'object') add(inner);
  };
  add(program);
  return nodes;
});

/** The name of an identifier, of an element or of an attribute; empty for other nodes. */
export const readName = (node: unknown): string =>
  isObject(node) && typeof node['name'] === 'string' ? node['name'] : '';

/** Names that a part of the code declares by imports, variables, functions and parameters, in any scope. */
export function listDeclaredNames(node: object): ReadonlySet<string> {
  const names = new Set<string>();
  for (const each of listNodes(node))
    for (const part of DECLARING[String(each['type'])] ?? []) addPattern(each[part], names);
  return names;
}

/** Where a node has what it declares. */
const DECLARING: Readonly<Record<string, readonly string[]>> = {
  ImportSpecifier: ['local'],
  ImportDefaultSpecifier: ['local'],
  ImportNamespaceSpecifier: ['local'],
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  ClassDeclaration: ['id'],
  ClassExpression: ['id'],
  TSEnumDeclaration: ['id'],
  CatchClause: ['param'],
};

function addPattern(pattern: unknown, names: Set<string>): void {
  if (Array.isArray(pattern)) for (const item of pattern) addPattern(item, names);
  if (!isObject(pattern)) return;
  if (pattern['type'] === 'Identifier') names.add(readName(pattern));
  for (const part of ['properties', 'elements', 'value', 'left', 'argument', 'parameter'])
    addPattern(pattern[part], names);
}
