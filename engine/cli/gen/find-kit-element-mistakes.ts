import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { isObject, selectObjects } from '#engine/documents/json.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import type { CodeMistake } from './code-mistake.ts';
import { listNodes, readName, type SyntaxNode } from './syntax-tree.ts';

/** Props of a component of engine/block-kit. */
export interface KitComponent {
  /** Whether a prop must be there. */
  readonly props: ReadonlyMap<string, boolean>;
  /** Whether it takes attributes of HTML as well. */
  readonly takesAttributes: boolean;
}

/** Components of engine/block-kit whose types say which props they take. */
export function readKitComponents(root: string, folder: string): ReadonlyMap<string, KitComponent> {
  const components = new Map<string, KitComponent>();
  for (const file of listPaths(root, `${folder}/*.tsx`)) {
    if (file.includes('.test.')) continue;
    const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'));
    const nodes: readonly SyntaxNode[] = selectObjects(program.body).map((node) =>
      isObject(node['declaration']) ? node['declaration'] : node,
    );
    const interfaces = new Map(
      nodes.flatMap((node) =>
        node['type'] === 'TSInterfaceDeclaration' ? [[readName(node['id']), node] as const] : [],
      ),
    );
    for (const node of nodes) {
      const name = node['type'] === 'FunctionDeclaration' ? readName(node['id']) : '';
      const [parameter] = selectObjects(node['params']);
      const annotation = isObject(parameter?.['typeAnnotation']) ? parameter['typeAnnotation']['typeAnnotation'] : null;
      const component = /^[A-Z]/.test(name) ? readProps(annotation, interfaces) : null;
      if (component !== null) components.set(name, component);
    }
  }
  return components;
}

/** `null` for a type that is not written out. */
function readProps(type: unknown, interfaces: ReadonlyMap<string, SyntaxNode>): KitComponent | null {
  if (!isObject(type)) return null;
  const declared = type['type'] === 'TSTypeReference' ? interfaces.get(readName(type['typeName'])) : undefined;
  const members =
    declared === undefined ? type['members'] : isObject(declared['body']) ? declared['body']['body'] : null;
  if (!Array.isArray(members)) return null;
  const props = new Map<string, boolean>();
  let takesAttributes = false;
  for (const { expression } of selectObjects(declared?.['extends'])) {
    const base = interfaces.get(readName(expression));
    // `Omit<…>` of another interface leaves attributes of HTML.
    if (base === undefined) takesAttributes = true;
    else {
      const inner = readProps({ type: 'TSTypeReference', typeName: base['id'] }, interfaces);
      if (inner === null) return null;
      for (const [name, isRequired] of inner.props) props.set(name, isRequired);
      takesAttributes ||= inner.takesAttributes;
    }
  }
  for (const { type: kind, key, optional } of selectObjects(members)) {
    if (kind !== 'TSPropertySignature') return null;
    props.set(readName(key), optional !== true);
  }
  return { props, takesAttributes };
}

/** Elements of components of the kit with props that they do not take or without those they need, and such written as HTML. */
export const findKitElementMistakes = (
  program: object,
  components: ReadonlyMap<string, KitComponent>,
): readonly CodeMistake[] =>
  listNodes(program).flatMap(({ type, openingElement: element, children }) =>
    type === 'JSXElement' && isObject(element)
      ? [...inElement(element, selectObjects(children).length > 0, components)]
      : [],
  );

function* inElement(
  element: SyntaxNode,
  hasChildren: boolean,
  components: ReadonlyMap<string, KitComponent>,
): Generator<CodeMistake> {
  const tag = readName(element['name']);
  const attributes = selectObjects(element['attributes']);
  const isOpen = attributes.some(({ type }) => type === 'JSXSpreadAttribute');
  const written = attributes.flatMap(({ type, name, start }) =>
    type === 'JSXAttribute' && readName(name) !== '' ? [{ name: readName(name), offset: Number(start) }] : [],
  );
  const offset = isObject(element['name']) ? Number(element['name']['start']) : 0;
  const capital = tag.slice(0, 1).toUpperCase() + tag.slice(1);
  const meant = capital === tag ? undefined : components.get(capital);
  if (meant !== undefined && written.some(({ name }) => meant.props.get(name) === true && !OF_HTML.has(name))) {
    yield {
      offset,
      message: `<${tag}> is an element of HTML, which takes nothing of this. The component of the kit begins with a capital letter.`,
      suggestion: capital,
    };
    return;
  }
  const component = components.get(tag);
  if (component === undefined) return;
  const { props, takesAttributes } = component;
  const free = [...props.keys()].filter((name) => !written.some((each) => each.name === name));
  const wrong = written.flatMap(({ name, offset: at }) => {
    if (props.has(name) || name === 'key' || name === 'ref' || (takesAttributes && OF_ALL.test(name))) return [];
    const suggestion = suggestName(name, [...free, ...(takesAttributes ? ['className'] : [])]);
    const onlyMissing = free.filter((each) => props.get(each) === true && each !== 'children');
    if (takesAttributes && suggestion === undefined && (isOpen || onlyMissing.length === 0)) return [];
    return [
      {
        offset: at,
        message: `<${tag}> takes no "${name}", but ${[...props.keys()].map((each) => `"${each}"`).join(', ')}${takesAttributes ? ' and attributes of HTML' : ''}.`,
        suggestion: suggestion ?? (onlyMissing.length === 1 ? onlyMissing[0] : undefined),
      },
    ];
  });
  yield* wrong;
  if (wrong.length > 0 || isOpen) return;
  const missing = free.filter((name) => props.get(name) === true && !(name === 'children' && hasChildren));
  if (missing.length > 0)
    yield {
      offset,
      message: `<${tag}> needs ${missing.map((name) => `"${name}"`).join(' and ')}. Write <${tag}${missing.map((name) => ` ${name}={…}`).join('')}>.`,
    };
}

/** Attributes that elements of HTML have under the same name. */
const OF_HTML: ReadonlySet<string> = new Set(['id', 'className', 'children', 'action', 'title', 'label']);

/** Attributes of every element. */
const OF_ALL = /^(?:className|id|lang|dir|title|role|hidden|tabIndex|style)$|^(?:aria|data)-|^on[A-Z]/;
