import { type Binding, blockBindings, metaBindings } from '#schemas/generated/bindings.ts';
import { findBound } from './find-bound.ts';
import type { ExpandedDocument } from './inheritance/expander.ts';
import { type Origin, getOrigin, locateInside } from './inheritance/origin.ts';
import { type Tree, getChildren } from './inheritance/tree.ts';
import { type JsonObject, isObject, nameBlock } from './json.ts';
import type { FindingDraft, RuleFinding } from './finding-draft.ts';
import type { Path, SourceLocation } from './source-location.ts';
import type {
  AnchorUse,
  BoundUse,
  GradedUse,
  ProjectFacts,
  References,
  SiteFacts,
  TextLookup,
  UseReferences,
} from './project.ts';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import { getPinnedValues } from './pinned-values.ts';
import { rules } from './rules/index.ts';
import type { Rule } from './rules/rule.ts';
import { reuseItems } from './reuse-items.ts';
import type { Source } from './source.ts';
import type { TextStore, TextVersions } from './texts.ts';
import type { DocumentId } from './types.ts';
import type { WrittenDocument } from './written.ts';

/** Findings of one object, and its references. */
export interface Inspection {
  readonly findings: readonly RuleFinding[];
  readonly textKeys: readonly string[];
  readonly targets: readonly { readonly value: string; readonly location: SourceLocation }[];
  readonly graded: readonly GradedUse[];
}

type Hook = 'source' | 'written' | 'block' | 'text' | 'target' | 'image' | 'video' | 'expanded' | 'project';

/** Few rules have each hook, and most hooks are called for every part of every document. */
const rulesByHook = new Map<Hook, readonly Rule[]>();

export function selectRules(hook: Hook): readonly Rule[] {
  let having = rulesByHook.get(hook);
  if (having === undefined) rulesByHook.set(hook, (having = rules.filter((rule) => rule[hook] !== undefined)));
  return having;
}

/** Calls one hook of every rule that has it. */
export function collect(hook: Hook, call: (rule: Rule) => Iterable<FindingDraft> | undefined): RuleFinding[] {
  return collectFrom(selectRules(hook), call);
}

/** What a call says of each of these rules. */
export function collectFrom(
  of: readonly Rule[],
  call: (rule: Rule) => Iterable<FindingDraft> | undefined,
): RuleFinding[] {
  const findings: RuleFinding[] = [];
  for (const rule of of) {
    for (const finding of call(rule) ?? [])
      findings.push({ ...finding, rule: rule.id, severity: finding.severity ?? rule.severity });
  }
  return findings;
}

export const inspectSource = memoizePerObject((source: Source) => collect('source', (rule) => rule.source?.(source)));

export const inspectWritten = memoizePerObject((document: WrittenDocument) =>
  collect('written', (rule) => rule.written?.(document)),
);

const ofPins = memoizePerObject(() => new WeakMap<ExpandedDocument, readonly RuleFinding[]>());
const NO_PINS = {};

/** @param pins file of the contents behind pins, if there is one */
export function inspectExpanded(document: ExpandedDocument, pins: Source | undefined): readonly RuleFinding[] {
  const known = ofPins(pins ?? NO_PINS);
  let findings = known.get(document);
  if (findings === undefined) {
    findings = collect('expanded', (rule) => rule.expanded?.(document, () => getPinnedValues(pins)));
    known.set(document, findings);
  }
  return findings;
}

interface Remembered {
  readonly facts: ProjectFacts;
  readonly lookups: Lookups;
  readonly inspection: Inspection;
  /** The latest texts for which it is valid. */
  texts: TextStore;
}

/** Texts that an inspection has read. */
interface Lookups {
  readonly found: Map<string, readonly TextVersions[] | undefined>;
  /** Whether it has read all names. */
  all: boolean;
}

function recordLookups({ names }: TextStore, lookups: Lookups): TextLookup {
  return {
    of(name) {
      const versions = names.get(name);
      lookups.found.set(name, versions);
      return versions;
    },
    names() {
      lookups.all = true;
      return names.keys();
    },
  };
}

function isValid(known: Remembered, { facts, texts }: References): boolean {
  if (known.facts !== facts) return false;
  if (known.texts === texts) return true;
  if (known.lookups.all) return false;
  for (const [name, versions] of known.lookups.found) if (texts.names.get(name) !== versions) return false;
  known.texts = texts;
  return true;
}

/** Blocks are shared between documents and revisions, so most of them are inspected once. */
const inspected = new WeakMap<JsonObject, Remembered>();

/** Inspections of all blocks of a tree, each block once. */
function inspectTree(tree: Tree, references: References, into: Set<Inspection>): void {
  for (const block of tree) {
    into.add(inspectOnce(block, references, inspectBlock));
    inspectTree(getChildren(block), references, into);
  }
}

function listUsesOfTree(tree: Tree, into: Set<Inspection>): void {
  for (const block of tree) {
    into.add(listUsesOfBlock(block));
    listUsesOfTree(getChildren(block), into);
  }
}

/** Texts and images of a document's `meta`. */
function inspectHead(head: JsonObject, references: References): Inspection {
  return inspectOnce(head, references, (object, known) =>
    inspectBindings(object['meta'], metaBindings, known, 'meta', (path) =>
      locateInside(getOrigin(object), ['meta', ...path]),
    ),
  );
}

/** The inspection of an object, again only if something changed that it depends on. */
export function inspectOnce(
  object: JsonObject,
  references: References,
  look: (object: JsonObject, references: UseReferences) => Inspection,
): Inspection {
  const known = inspected.get(object);
  if (known !== undefined && isValid(known, references)) return known.inspection;
  const { facts, texts } = references;
  const lookups: Lookups = { found: new Map(), all: false };
  const inspection = look(object, { ...facts, texts: recordLookups(texts, lookups) });
  inspected.set(object, { facts, lookups, inspection, texts });
  return inspection;
}

/** References of a block, without findings. */
const listUsesOfBlock = memoizePerObject((block: JsonObject): Inspection => {
  const origin = getOrigin(block);
  return inspectBindings(block, listBindings(block), undefined, '', (path) => locateInside(origin, path));
});

/** References of a document's `meta`, without findings. */
const listUsesOfHead = memoizePerObject((head: JsonObject): Inspection =>
  inspectBindings(head['meta'], metaBindings, undefined, '', (path) =>
    locateInside(getOrigin(head), ['meta', ...path]),
  ),
);

function listBindings(block: JsonObject): readonly Binding[] {
  const type = String(block['type']);
  return Object.hasOwn(bindingsByType, type) ? (bindingsByType[type] ?? []) : [];
}

const bindingsByType: Readonly<Record<string, readonly Binding[]>> = blockBindings;

function inspectBlock(block: JsonObject, references: UseReferences): Inspection {
  const origin: Origin = getOrigin(block);
  const locate = (path: Path, at?: SourceLocation['at']): SourceLocation => locateInside(origin, path, at);
  const owner = nameBlock(block);
  const bound = inspectBindings(block, listBindings(block), references, owner, locate);
  const findings = collect('block', (rule) => rule.block?.({ block, locate }, references));
  const id = String(block['id']);
  return { ...bound, findings: [...findings, ...bound.findings].map((finding) => ({ ...finding, block: id })) };
}

/**
 * Bindings in which a text has no findings: a landing has hundreds of uses of texts, most of which are in other
 * landings, too. Findings about the text of a key do not depend on the document (`Rule.text`).
 */
interface CheckedBindings {
  readonly site: SiteFacts;
  readonly bindings: Set<Binding>;
}
const checkedBindings = new WeakMap<readonly TextVersions[], CheckedBindings>();

function isChecked(versions: readonly TextVersions[], binding: Binding, site: SiteFacts): boolean {
  const known = checkedBindings.get(versions);
  return known?.site === site && known.bindings.has(binding);
}

function noteChecked(versions: readonly TextVersions[], binding: Binding, site: SiteFacts): void {
  const known = checkedBindings.get(versions);
  if (known?.site === site) known.bindings.add(binding);
  else checkedBindings.set(versions, { site, bindings: new Set([binding]) });
}

/**
 * Inspects all texts, targets and images of one object.
 *
 * @param references without them, uses are only listed
 */
export function inspectBindings(
  root: unknown,
  bindings: readonly Binding[],
  references: UseReferences | undefined,
  owner: string,
  locate: (path: Path) => SourceLocation,
): Inspection {
  const textKeys: string[] = [];
  const targets: { value: string; location: SourceLocation }[] = [];
  const graded: GradedUse[] = [];
  const findings: RuleFinding[] = [];
  if (isObject(root)) {
    for (const { path, value, binding } of findBound(root, bindings)) {
      const isKey = typeof value === 'string' && binding.as === 'text';
      if (isKey) textKeys.push(value);
      if (references === undefined && binding.as !== 'target' && binding.as !== 'image') continue;
      const versions = isKey ? references?.texts.of(value) : undefined;
      if (versions !== undefined && references !== undefined && isChecked(versions, binding, references.site)) continue;
      const use: BoundUse = {
        value,
        binding,
        path,
        owner,
        location: locate(path),
        locate: (inside) => locate([...path, ...inside]),
      };
      if (binding.as === 'target' && typeof value === 'string') targets.push({ value, location: use.location });
      if (binding.as === 'image') graded.push(...gradedUses(use));
      if (references === undefined) continue;
      const found = collect(binding.as, (rule) => rule[binding.as]?.(use, references));
      findings.push(...found);
      if (versions !== undefined && found.length === 0) noteChecked(versions, binding, references.site);
    }
  }
  return { findings, textKeys, targets, graded };
}

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

/** Crops with text on them. */
function gradedUses({ value, locate }: BoundUse): readonly GradedUse[] {
  if (!isObject(value)) return [];
  const { src, grade, crop = WHOLE, narrow } = value;
  if (typeof src !== 'string' || (grade !== 'dark' && grade !== 'light')) return [];
  const use: GradedUse = { src, grade, crop, location: locate(Object.hasOwn(value, 'crop') ? ['crop'] : ['src']) };
  return narrow === undefined ? [use] : [use, { ...use, crop: narrow, location: locate(['narrow']) }];
}

/** Findings in the blocks and the head of one document, and the targets of its anchors. */
export interface DocumentInspection {
  readonly inspections: ReadonlySet<Inspection>;
  readonly anchors: readonly AnchorUse[];
}

const ofDocument = new WeakMap<
  ExpandedDocument,
  { readonly references: References; readonly inspection: DocumentInspection }
>();

/** @param isKnown whether the document is known to have no findings, so that only uses are listed */
export function inspectDocument(
  document: ExpandedDocument,
  references: References,
  isKnown = false,
): DocumentInspection {
  const known = ofDocument.get(document);
  if (known !== undefined && known.references === references) return known.inspection;
  const inspections = new Set<Inspection>();
  if (isKnown) listUsesOfTree(document.blocks, inspections);
  else inspectTree(document.blocks, references, inspections);
  const isPage = document.written.kind !== 'fragment';
  if (isPage) inspections.add(isKnown ? listUsesOfHead(document.head) : inspectHead(document.head, references));
  if (known !== undefined && reuseItems([...known.inspection.inspections], [...inspections]) !== undefined) {
    ofDocument.set(document, { references, inspection: known.inspection });
    return known.inspection;
  }
  // Anchors of a fragment are checked where it is used.
  const rendered = document.shown === document.blocks ? inspections : listRenderedUses(document);
  const inspection = { inspections, anchors: isPage ? listAnchors(document.id, rendered) : [] };
  ofDocument.set(document, { references, inspection });
  return inspection;
}

/** References of rendered blocks: links of hidden blocks cannot be followed. */
function listRenderedUses({ head, shown }: ExpandedDocument): ReadonlySet<Inspection> {
  const uses = new Set([listUsesOfHead(head)]);
  listUsesOfTree(shown, uses);
  return uses;
}

const ANCHOR = /^([a-z][^?#]*)?(?:\?[^#]*)?#(.+)$/;

/** Targets of anchors. */
export function listAnchors(from: DocumentId, inspections: Iterable<Inspection>): readonly AnchorUse[] {
  return [...inspections].flatMap(({ targets }) =>
    targets.flatMap(({ value, location }) => {
      const [, document = from, block] = value.includes('#') ? (ANCHOR.exec(value) ?? []) : [];
      return block === undefined || document.includes(':') ? [] : [{ document, block, from, location }];
    }),
  );
}
