import { suggestName } from '#engine/shared/suggest-name.ts';
import { isObject, selectObjects } from '#engine/documents/json.ts';
import type { CodeMistake } from './code-mistake.ts';
import type { JsonSchema } from './schema.ts';
import type { BlockSource } from './source.ts';
import { listDeclaredNames, readName, type SyntaxNode } from './syntax-tree.ts';

/** Props that every component may get in addition to those of its schema. */
const OF_EVERY_BLOCK: ReadonlySet<string> = new Set(['id', 'strings', 'children', 'slots', 'areas', 'form', 'forms']);

const TEXT = '/schemas/text.schema.json';

export interface PropMistakes {
  readonly inCode: readonly CodeMistake[];
  /** Properties of the schema that the component does not read. */
  readonly unread: readonly string[];
}

/** Where a component and the schema of its block do not fit each other. */
export function findPropMistakes(program: unknown, { pascal, schema, schemaText }: BlockSource): PropMistakes {
  const component = findComponent(program, pascal);
  const properties = schema.properties ?? {};
  const [parameter] = component === null ? [] : selectObjects(component['params']);
  if (component === null || parameter === undefined || Object.keys(properties).length === 0)
    return { inCode: [], unread: [] };
  const read = new ReadProps();
  read.addPattern(parameter, component['body']);
  const names = new Set(read.props.map(({ name }) => name));
  // A name that cannot be that of a property is reported in the schema.
  const free = Object.keys(properties).filter((name) => /^\w+$/.test(name) && !names.has(name));
  const isComplete = isOfOwnType(parameter, pascal) && Object.keys(properties).every((name) => /^\w+$/.test(name));
  const unknown = read.props
    .filter(({ name }) => !Object.hasOwn(properties, name) && !OF_EVERY_BLOCK.has(name))
    .map(({ name, offset }) => ({
      offset,
      message: `The schema of the block has no property "${name}", so the component never gets it. Add it to the "properties" of the schema, or leave it out here.`,
      suggestion: suggestName(name, [...free, ...OF_EVERY_BLOCK]),
    }))
    // Components may take more than documents write, if their type says so.
    .filter(({ suggestion }) => suggestion !== undefined || isComplete);
  const meant = new Set(unknown.map(({ suggestion }) => suggestion));
  const isNamed = (name: string): boolean => schemaText.split(`"${name}"`).length > 2;
  return {
    inCode: [
      ...unknown.filter((each, index) => unknown.findIndex(({ message }) => message === each.message) === index),
      ...inUse(component['body'], read, properties),
    ],
    // The engine itself reads what another part of the schema names.
    unread: read.isOpen ? [] : free.filter((name) => !meant.has(name) && !isNamed(name)),
  };
}

function findComponent(program: unknown, pascal: string): SyntaxNode | null {
  for (const { type, declaration } of selectObjects(isObject(program) ? program['body'] : []))
    if (type === 'ExportNamedDeclaration' && isObject(declaration) && readName(declaration['id']) === pascal)
      return declaration['type'] === 'FunctionDeclaration' ? declaration : null;
  return null;
}

/** Whether the type of the parameter is the one that is generated from the schema. */
function isOfOwnType({ typeAnnotation }: SyntaxNode, pascal: string): boolean {
  const type = isObject(typeAnnotation) ? typeAnnotation['typeAnnotation'] : undefined;
  return isObject(type) && type['type'] === 'TSTypeReference' && readName(type['typeName']) === `${pascal}Props`;
}

const isFunction = ({ type }: SyntaxNode): boolean => /Function/.test(String(type));

/** Whether a function has a parameter or variable of this name. */
const declares = (node: SyntaxNode, name: string): boolean => isFunction(node) && listDeclaredNames(node).has(name);

/** Props that a component takes out of its parameter, there or in its body. */
class ReadProps {
  readonly props: { readonly name: string; readonly offset: number }[] = [];
  /** Props by the names of their variables. */
  readonly locals = new Map<string, string>();
  /** Name of the parameter as a whole. */
  whole: string | null = null;
  /** Whether the others are passed on. */
  isOpen = false;

  addPattern(pattern: SyntaxNode, body: unknown): void {
    if (pattern['type'] === 'Identifier') {
      this.whole = readName(pattern);
      this.#findUses(body, this.whole);
    }
    if (pattern['type'] !== 'ObjectPattern') return;
    for (const property of selectObjects(pattern['properties'])) {
      if (property['type'] === 'RestElement') this.isOpen = true;
      else this.#take(property['key'], property['value']);
    }
  }

  #take(key: unknown, value: unknown): void {
    const name = readName(key);
    if (name === '' || !isObject(key)) return;
    this.props.push({ name, offset: Number(key['start']) });
    const local = isObject(value) && value['type'] === 'AssignmentPattern' ? value['left'] : value;
    if (readName(local) !== '') this.locals.set(readName(local), name);
  }

  #findUses(node: unknown, whole: string): void {
    if (Array.isArray(node)) for (const item of node) this.#findUses(item, whole);
    if (!isObject(node) || declares(node, whole)) return;
    const { type, id, init, object, property, computed } = node;
    if (type === 'VariableDeclarator' && isObject(id) && id['type'] === 'ObjectPattern' && readName(init) === whole) {
      this.addPattern(id, null);
      return;
    }
    if (type === 'MemberExpression' && readName(object) === whole && computed !== true) {
      this.#take(property, null);
      return;
    }
    if (type === 'Identifier' && readName(node) === whole) this.isOpen = true;
    for (const value of Object.values(node)) if (typeof value === 'object') this.#findUses(value, whole);
  }

  /** Without props whose names a function inside of the component gives to something else. */
  within(node: SyntaxNode): ReadProps {
    if (!isFunction(node)) return this;
    const own = listDeclaredNames(node);
    const inner = new ReadProps();
    for (const [local, name] of this.locals) if (!own.has(local)) inner.locals.set(local, name);
    inner.whole = this.whole !== null && own.has(this.whole) ? null : this.whole;
    return inner;
  }

  /** The prop that an expression reads. */
  nameOf(node: unknown): string | null {
    if (!isObject(node)) return null;
    if (node['type'] === 'Identifier') return this.locals.get(readName(node)) ?? null;
    const isMember =
      node['type'] === 'MemberExpression' && this.whole !== null && readName(node['object']) === this.whole;
    return isMember ? readName(node['property']) : null;
  }
}

/** Values that a choice does not have, and texts that are rendered as if they were words. */
function* inUse(
  node: unknown,
  around: ReadProps,
  properties: Readonly<Record<string, JsonSchema>>,
): Generator<CodeMistake> {
  if (Array.isArray(node)) for (const item of node) yield* inUse(item, around, properties);
  if (!isObject(node)) return;
  const read = around.within(node);
  if (node['type'] === 'BinaryExpression' && /^[=!]==?$/.test(String(node['operator'])))
    for (const [prop, other] of [
      [node['left'], node['right']],
      [node['right'], node['left']],
    ]) {
      const name = read.nameOf(prop);
      const choice = name === null ? undefined : properties[name]?.enum;
      if (name === null || choice === undefined || !isObject(other) || typeof other['value'] !== 'string') continue;
      if (!choice.includes(other['value']))
        yield {
          offset: Number(other['start']),
          message: `"${name}" is never "${other['value']}": the schema of the block allows ${choice.map((value) => JSON.stringify(value)).join(', ')}.`,
          suggestion: suggestName(other['value'], choice.map(String)),
        };
    }
  if (node['type'] === 'JSXElement' || node['type'] === 'JSXFragment')
    for (const { type, expression } of selectObjects(node['children'])) {
      const name = type === 'JSXExpressionContainer' ? read.nameOf(expression) : null;
      if (name !== null && properties[name]?.$ref === TEXT && isObject(expression))
        yield asWords(name, `{${expression['type'] === 'Identifier' ? readName(expression) : name}}`, expression);
    }
  yield* inItems(node, read, properties);
  for (const value of Object.values(node)) if (typeof value === 'object') yield* inUse(value, read, properties);
}

/** Texts of the items of a list that are rendered as if they were words. */
function* inItems(
  { type, callee, arguments: args }: SyntaxNode,
  read: ReadProps,
  properties: Readonly<Record<string, JsonSchema>>,
): Generator<CodeMistake> {
  if (type !== 'CallExpression' || !isObject(callee) || readName(callee['property']) !== 'map') return;
  const list = read.nameOf(callee['object']);
  const parts = list === null ? undefined : properties[list]?.items?.properties;
  const [mapped] = selectObjects(args);
  const [item] = selectObjects(mapped?.['params']);
  if (parts === undefined || mapped === undefined || item === undefined) return;
  const own = new ReadProps();
  own.addPattern(item, mapped['body']);
  yield* inUse(mapped['body'], own, parts);
  const names = Object.keys(parts);
  const unknown = new Map(own.props.filter(({ name }) => !names.includes(name)).map((prop) => [prop.name, prop]));
  for (const { name, offset } of unknown.values())
    yield {
      offset,
      message: `The schema of the block has no "${name}" in "${list}", so it is never there. Add it to the schema, or leave it out here.`,
      suggestion: suggestName(name, names),
    };
}

const asWords = (name: string, written: string, { start }: SyntaxNode): CodeMistake => ({
  offset: Number(start),
  message: `"${name}" is a text with its language and its markup, which React cannot render as it is. Write <Text value=${written} />.`,
});
