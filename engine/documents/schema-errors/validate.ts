import { type Validate, documentValidators } from '#schemas/generated/validators.js';
import type { ExpandedDocument } from '../inheritance/expander.ts';
import { type Origin, getOrigin, findPatch, locateInside } from '../inheritance/origin.ts';
import { type Tree, getChildren, hasUniqueIds } from '../inheritance/tree.ts';
import { type JsonObject, selectObjects } from '../json.ts';
import type { Path, SourceLocation } from '../source-location.ts';
import type { WrittenDocument } from '../written.ts';
import { type SchemaFinding, type ShapeRule, type Validated, describeSchemaErrors } from './describe-schema-errors.ts';

const toSchemaId = (kind: string): string => `/schemas/${kind}.schema.json`;

const validators: Readonly<Record<string, Validate>> = documentValidators;

const ofWritten = new WeakMap<WrittenDocument, readonly SchemaFinding[]>();
const ofExpanded = new WeakMap<ExpandedDocument, readonly SchemaFinding[]>();

/** Schema errors of a document as it is written. */
export function checkWrittenShape(document: WrittenDocument, rule: ShapeRule): readonly SchemaFinding[] {
  return listFindings(document).filter((finding) => finding.rule === rule);
}

/** Whether a value is a valid document of a kind. */
export function fitsKind(kind: string, value: JsonObject): boolean {
  return Object.hasOwn(validators, kind) && validators[kind]?.(value).length === 0;
}

/** Whether a document is valid for its kind, so that its type holds. */
export function hasItsShape(document: WrittenDocument): boolean {
  return document.readable && listFindings(document).length === 0;
}

/** Marks a document as valid, as found by an earlier run. */
export function assumeShape(document: WrittenDocument): void {
  noteFindings(document, []);
}

function listFindings(document: WrittenDocument): readonly SchemaFinding[] {
  let findings = ofWritten.get(document);
  if (findings === undefined) {
    const { kind, value, file, readable } = document;
    const locate = (path: Path, at?: SourceLocation['at']): SourceLocation => ({ file, path, at });
    const errors = readable ? (validators[kind]?.(value) ?? []) : [];
    findings = errors.length === 0 ? [] : describeSchemaErrors(errors, { schema: toSchemaId(kind), value, locate });
    noteFindings(document, findings);
  }
  return findings;
}

function noteFindings(document: WrittenDocument, findings: readonly SchemaFinding[]): void {
  ofWritten.set(document, findings);
  if (document.readable && findings.length === 0)
    for (const block of selectObjects(document.value['blocks'])) blocksInShape.add(block);
}

/** Schema errors of a variant after its changes; complete documents are checked as written. */
export function checkVariantShape(document: ExpandedDocument, rule: ShapeRule): readonly SchemaFinding[] {
  return listVariantFindings(document).filter((finding) => finding.rule === rule);
}

/** Positions of schema errors in a document or its sources. */
export function listMisshapenLocations(document: ExpandedDocument): readonly SourceLocation[] {
  return [...document.sources.flatMap(listFindings), ...listVariantFindings(document)].map(({ location }) => location);
}

/** Positions where errors affect which headings a document has, or their order: invalid parts, and areas of blocks. */
export function listStructureLocations(document: ExpandedDocument): readonly SourceLocation[] {
  const areas = document.blocks.flatMap((block) =>
    Object.hasOwn(block, 'area') ? [locateInside(getOrigin(block), ['area'])] : [],
  );
  return [...listMisshapenLocations(document), ...areas];
}

function listVariantFindings(document: ExpandedDocument): readonly SchemaFinding[] {
  if (document.outcomes.length === 0) return [];
  let findings = ofExpanded.get(document);
  if (findings === undefined) {
    const { kind } = document.written;
    const validate = (blocks: Tree) => {
      const value = { ...document.head, blocks: blocks.map(withInnerIds) };
      return { value, errors: validators[kind]?.(value) ?? [] };
    };
    const blocks = unknownBlocks(document);
    const { errors } = validate(blocks);
    const isClear = errors.length === 0 || hasUniqueIds(document.tree);
    findings =
      errors.length === 0 || !isClear
        ? []
        : // Among all blocks, so that their numbers do not depend on what was validated before.
          describeVariantErrors(document, validate(document.blocks));
    ofExpanded.set(document, findings);
    if (errors.length === 0) for (const block of blocks) blocksInShape.add(block);
  }
  return findings;
}

function describeVariantErrors(
  document: ExpandedDocument,
  { value, errors }: { readonly value: JsonObject; readonly errors: Parameters<typeof describeSchemaErrors>[0] },
): readonly SchemaFinding[] {
  return describeSchemaErrors(errors, {
    schema: toSchemaId(document.written.kind),
    value,
    ...createLocationFinder(document.head, document.blocks),
  }).filter((finding) => !isWrongUse(finding, document));
}

/** A fragment's block that is not allowed where the fragment is used; the rule `slot-content` reports the use. */
function isWrongUse({ rule, location }: SchemaFinding, { sources }: ExpandedDocument): boolean {
  const isOuter = location.path.length === ['blocks', 0, 'type'].length;
  return (
    rule === 'unknown-block' &&
    isOuter &&
    sources.some(({ kind, file }) => kind === 'fragment' && file === location.file)
  );
}

/** Validated blocks: variants share most of theirs with their base. */
const blocksInShape = new WeakSet<JsonObject>();

/** The unvalidated blocks of a variant; at least one, because every document has blocks. */
function unknownBlocks({ blocks }: ExpandedDocument): Tree {
  const unknown = blocks.filter((block) => !blocksInShape.has(block));
  return unknown.length === 0 ? blocks.slice(0, 1) : unknown;
}

/** Ids of a fragment's blocks contain a slash in a document, but not in the fragment's schema. */
function withInnerIds(block: JsonObject): JsonObject {
  const { id } = block;
  const children = getChildren(block);
  return {
    ...block,
    id: typeof id === 'string' ? id.slice(id.lastIndexOf('/') + 1) : id,
    ...(children.length > 0 && { blocks: children.map(withInnerIds) }),
  };
}

/** Finds the block of a path in the document, then the position inside it. */
function createLocationFinder(head: JsonObject, all: Tree): Pick<Validated, 'locate' | 'removedAt'> {
  const findOwner = (path: Path): { readonly origin: Origin; readonly rest: Path } => {
    let blocks = all;
    let owner = head;
    let rest = path;
    while (rest[0] === 'blocks' && typeof rest[1] === 'number') {
      const block = blocks[rest[1]];
      if (block === undefined) break;
      owner = block;
      blocks = getChildren(block);
      rest = rest.slice(2);
    }
    return { origin: getOrigin(owner), rest };
  };
  return {
    locate(path, at) {
      const { origin, rest } = findOwner(path);
      return locateInside(origin, rest, at);
    },
    removedAt(path) {
      const { origin, rest } = findOwner(path);
      return findPatch(origin, rest);
    },
  };
}
