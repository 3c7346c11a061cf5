import { findNodeAtLocation, getLocation, getNodePath, type Node, parseTree } from 'jsonc-parser';
import { formatPath, type Path } from '#engine/documents/source-location.ts';
import { isPathWithin } from './blocks.ts';
import { listInnerFields } from './inner-fields.ts';
import type { StudioField, StudioFinding, WrittenPlace } from './protocol.ts';

/** Properties of the edited value, and names that they may refer to. */
export interface JsonVocabulary {
  readonly fields: readonly StudioField[];
  /** Properties of inner blocks, by type. */
  readonly blockFields: Readonly<Record<string, readonly StudioField[]>>;
  /** Possible values of a property; empty where any value is possible. */
  readonly listValues: (field: StudioField) => readonly string[];
}

/** Offsets in the text. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

export interface JsonCompletion {
  readonly label: string;
  /** Inserted text. */
  readonly text: string;
  readonly description: string;
}

export interface JsonCompletions extends TextRange {
  readonly completions: readonly JsonCompletion[];
}

/** Property names or values at an offset; `null` where none are known. */
export function listCompletions(text: string, offset: number, vocabulary: JsonVocabulary): JsonCompletions | null {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  const isInside = previousNode !== undefined && offset <= previousNode.offset + previousNode.length;
  const range = isInside
    ? { from: previousNode.offset, to: previousNode.offset + previousNode.length }
    : { from: offset, to: offset };
  const completions = isAtPropertyKey
    ? completeNames(text, path.slice(0, -1), vocabulary, isInside)
    : completeValues(text, path, vocabulary);
  return completions.length === 0 ? null : { ...range, completions };
}

/** @param isRenamed whether the property exists already, with a value */
function completeNames(
  text: string,
  parent: Path,
  vocabulary: JsonVocabulary,
  isRenamed: boolean,
): readonly JsonCompletion[] {
  const root = parseTree(text);
  const object = root && findNodeAtLocation(root, [...parent]);
  const taken = new Set(object?.children?.map(({ children = [] }) => String(children[0]?.value)));
  return listFieldsAt(text, parent, vocabulary)
    .filter(({ name }) => !taken.has(name))
    .map((field) => ({
      label: field.name,
      text: JSON.stringify(field.name) + (isRenamed ? '' : `: ${createEmpty(field)}`),
      description: field.description,
    }));
}

function completeValues(text: string, path: Path, vocabulary: JsonVocabulary): readonly JsonCompletion[] {
  const field = findField(text, path, vocabulary);
  if (field === undefined) return [];
  const { kind, options = [], description } = field;
  const values = kind === 'boolean' ? [true, ...(field.isTrueOnly === true ? [] : [false])] : [...options];
  return [...values, ...vocabulary.listValues(field)].map((value) => ({
    label: String(value),
    text: JSON.stringify(value),
    description: value === field.usual ? '' : description,
  }));
}

/** The property or list item at a path. */
function findField(text: string, path: Path, vocabulary: JsonVocabulary): StudioField | undefined {
  const [name, parent] = [path.at(-1), path.slice(0, -1)];
  if (typeof name === 'number') return findField(text, parent, vocabulary)?.item;
  return listFieldsAt(text, parent, vocabulary).find((field) => field.name === name);
}

/** Properties of the object at a path. */
function listFieldsAt(text: string, path: Path, vocabulary: JsonVocabulary): readonly StudioField[] {
  if (path.length === 0) return vocabulary.fields;
  const root = parseTree(text);
  const node = root && findNodeAtLocation(root, [...path]);
  const value = node === undefined ? {} : readNode(node);
  if (path.at(-2) === 'blocks') return vocabulary.blockFields[String(value['type'])] ?? [];
  const field = findField(text, path, vocabulary);
  return field === undefined ? [] : listInnerFields(field, value);
}

/** An object's plain properties: the text may be incomplete. */
function readNode({ children = [] }: Node): Readonly<Record<string, unknown>> {
  return Object.fromEntries(children.map(({ children: pair = [] }) => [String(pair[0]?.value), pair[1]?.value]));
}

function createEmpty({ kind, usual, options }: StudioField): string {
  if (kind === 'list') return '[]';
  if (kind === 'object') return '{}';
  if (kind === 'boolean') return 'true';
  if (kind === 'number') return JSON.stringify(usual ?? 0);
  return JSON.stringify(usual ?? options?.[0] ?? '');
}

/** The property under an offset, for its description. */
export function findDescription(
  text: string,
  offset: number,
  vocabulary: JsonVocabulary,
): (TextRange & Pick<StudioField, 'name' | 'description'>) | null {
  const { path, previousNode } = getLocation(text, offset);
  const field = findField(text, path, vocabulary);
  if (field === undefined || field.description === '' || previousNode === undefined) return null;
  const { name, description } = field;
  return { from: previousNode.offset, to: previousNode.offset + previousNode.length, name, description };
}

/** A finding, with the range of the innermost value that it is about. */
export type PlacedFinding = TextRange & StudioFinding;

/** @param place position of the text's value in its file */
export function placeFindings(
  text: string,
  { file, path }: WrittenPlace,
  findings: readonly StudioFinding[],
): readonly PlacedFinding[] {
  const root = parseTree(text);
  if (root === undefined) return [];
  const nodes = listNodes(root).map((node) => ({ node, at: formatPath([...path, ...getNodePath(node)]) }));
  return findings.flatMap((finding) => {
    const { text: about } = finding;
    const found = nodes.findLast(({ node, at }) =>
      about === undefined ? finding.file === file && isPathWithin(finding.path, at) : node.value === about.key,
    );
    return found === undefined ? [] : [{ ...finding, ...toRange(found.node) }];
  });
}

const toRange = ({ offset, length }: Node): TextRange => ({ from: offset, to: offset + length });

/** Outer nodes first. */
function listNodes(node: Node): readonly Node[] {
  const inner = node.type === 'property' ? (node.children?.slice(1) ?? []) : (node.children ?? []);
  return [...(node.type === 'property' ? [] : [node]), ...inner.flatMap(listNodes)];
}
