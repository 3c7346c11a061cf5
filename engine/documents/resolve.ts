import { InternalError } from '#engine/shared/errors.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { memoizePer, memoizePerObject } from '#engine/shared/once-per.ts';
import { sha256 } from '#engine/shared/hash.ts';
import { buildDocument } from './build-document.ts';
import { buildSite } from './build-site.ts';
import { rememberParts } from './compose.ts';
import { type ExpandedDocument, Expander } from './inheritance/expander.ts';
import { toFindings } from './findings.ts';
import {
  type Inspection,
  collect,
  collectFrom,
  listAnchors,
  inspectDocument,
  inspectExpanded,
  inspectWritten,
  selectRules,
} from './inspect.ts';
import type { RuleFinding } from './finding-draft.ts';
import { formatPath } from './source-location.ts';
import type { AnchorUse, LinkUse, Project, References } from './project.ts';
import { PINS_FILE } from './pinned-values.ts';
import { inspectFile, type ProjectFiles, readFiles } from './read-files.ts';
import { inspectBrand, inspectForm, inspectSite, readReferences } from './references.ts';
import { rules } from './rules/index.ts';
import type { Rule } from './rules/rule.ts';
import { assumeShape, hasItsShape } from './schema-errors/validate.ts';
import { hashOfObject, hashOfSource, inspectPart, type CheckCache } from './check-cache.ts';
import { hashOfDocument } from './each-document.ts';
import type { Source } from './source.ts';
import type { WrittenDocument } from './written.ts';
import { reuseItems } from './reuse-items.ts';
import type { DocumentId, DocumentKind, ResolveInput, ResolveResult, ResolvedDocument, Site } from './types.ts';

/** Cache from one run for the next one. */
interface Memory {
  readonly files: ProjectFiles;
  readonly project: Project;
  readonly findings: readonly Finding[];
  /** All inputs but the files. */
  readonly rest: Rest;
}

type Rest = Omit<ResolveInput, 'layers'>;

/** The project behind a result, for tools that need more than the site; also with errors. */
export function getProject(result: ResolveResult): Project {
  const memory = memories.get(result);
  if (memory === undefined) throw new InternalError('The result is none of `resolve`.');
  return memory.project;
}

/** The project of a site; `null` for one that `resolve` did not create. */
export function findProject(site: Site): Project | null {
  return projects.get(site) ?? null;
}

const projects = new WeakMap<Site, Project>();

/** Stored beside the results, so that a result stays plain data and is garbage-collected with its cache. */
const memories = new WeakMap<ResolveResult, Memory>();

/**
 * Resolves all documents, fragments, changes and texts (D4–D7, N3): the same function for the command line, the
 * development server, publishing and server start. Pure: all its inputs are in `input`.
 *
 * With the `previous` result, only changes are processed; the result is the same without it.
 * Any error refuses the whole site; warnings do not. Never throws for a mistake in a document.
 */
export function resolve(input: ResolveInput, previous?: ResolveResult): ResolveResult {
  return resolveOn(input, undefined, previous);
}

/** As `resolve`, with the rules that depend on the date; `today` is an ISO 8601 date. */
export function resolveOn(input: ResolveInput, today: string | undefined, previous?: ResolveResult): ResolveResult {
  return runAll(resolveSteps(input, today, previous));
}

/** As `resolve`, for a thread that has other work: `pause` is awaited between any two steps, which take some milliseconds at most. */
export async function resolveWithPauses(
  input: ResolveInput,
  previous: ResolveResult | undefined,
  pause: () => Promise<void>,
): Promise<ResolveResult> {
  const steps = resolveSteps(input, undefined, previous);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await pause();
  }
}

/** Work that may be interrupted after each step. */
type Steps<Result> = Generator<undefined, Result, undefined>;

function runAll<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function* resolveSteps(
  input: ResolveInput,
  today: string | undefined,
  previous: ResolveResult | undefined,
): Steps<ResolveResult> {
  const memory = previous === undefined ? undefined : memories.get(previous);
  const inspected = yield* inspectSteps(input, today, memory);
  if (previous !== undefined && inspected === memory) return previous;
  const { findings, files, project } = inspected;
  const result = yield* conclude(findings, files, project, input);
  if (result.ok) projects.set(result.site, project);
  memories.set(result, inspected);
  return result;
}

/** The findings of `resolveOn`, without building the site. */
export type Inspected = Memory;

function isUnchanged(
  { files, project, rest }: Memory,
  now: ProjectFiles,
  references: References,
  input: Rest,
): boolean {
  const hasSame = (list: (of: Rest) => Iterable<unknown> | undefined): boolean => {
    const [before, after] = [list(rest), list(input)];
    return before === undefined || after === undefined
      ? before === after
      : reuseItems([...before], [...after]) !== undefined;
  };
  return (
    project.references === references &&
    reuseItems([...files.sources.values()], [...now.sources.values()]) !== undefined &&
    hasSame(({ strays }) => strays) &&
    hasSame(({ links }) => links && [...links].flat()) &&
    hasSame(({ brandFiles }) => brandFiles) &&
    hasSame(({ fonts }) => fonts && [...fonts].flat()) &&
    hasSame(({ weights }) => weights) &&
    hasSame(({ crossing }) => crossing) &&
    hasSame(({ journeys }) => journeys) &&
    JSON.stringify(rest.deployment) === JSON.stringify(input.deployment)
  );
}

/**
 * The findings of `resolveOn`; the same object as the memory if nothing changed.
 *
 * @param isReported selects findings for a part of a project; default: all
 */
export function inspectOn(
  input: ResolveInput,
  today: string | undefined,
  memory?: Memory,
  isReported?: (finding: RuleFinding) => boolean,
): Inspected {
  return runAll(inspectSteps(input, today, memory, isReported));
}

function* inspectSteps(
  input: ResolveInput,
  today: string | undefined,
  memory: Memory | undefined,
  isReported: (finding: RuleFinding) => boolean = () => true,
): Steps<Inspected> {
  const files = readFiles(input, memory?.files);
  yield;
  const references = readReferences(files, input, memory?.project.references);
  if (memory?.project.today === today && memory !== undefined && isUnchanged(memory, files, references, input))
    return memory;
  // The same map for the same documents, so that cached results of rules stay valid.
  const expanded =
    memory !== undefined && memory.files.written === files.written
      ? memory.project.expanded
      : expandAll(files, memory?.project.expanded);
  yield;
  const inspections = yield* inspectAll(files, expanded, references, input.checkCache);
  const project: Project = {
    references,
    sources: [...files.sources.values()],
    written: files.written,
    expanded,
    strays: input.strays ?? [],
    links: input.links ?? new Map(),
    brandFiles: input.brandFiles && new Set(input.brandFiles),
    fonts: input.fonts ?? new Map(),
    weights: input.weights ?? [],
    crossing: input.crossing ?? [],
    checkCache: input.checkCache,
    today,
    uses: {
      textKeys: collectTextKeys(inspections.shared),
      anchors: inspections.anchors,
      links: collectLinks(inspections.shared, 'link:'),
      urls: collectLinks(inspections.shared, 'https:'),
      graded: [...inspections.shared].flatMap(({ graded }) => graded),
    },
  };
  const findings = [...inspections.findings];
  for (const rule of selectRules('project')) {
    yield;
    findings.push(...collectFrom([rule], () => rule.project?.(project, rule.id)));
  }
  const { layers: _layers, ...rest } = input;
  const reported = withoutUsedCauses(withoutGuesses(findings.filter(isReported)), project.sources);
  return { findings: toFindings(reported, files.sources), files, project, rest };
}

/** Findings of one rule in all documents together. */
export function inspectAgain({ files }: Inspected, project: Project, id: Rule['id']): readonly Finding[] {
  const findings = collect('project', (rule) => (rule.id === id ? rule.project?.(project, id) : undefined));
  return toFindings(findings, files.sources);
}

const guesses: ReadonlySet<string> = new Set(rules.filter((rule) => rule.isGuess).map((rule) => rule.id));
const suppressing: ReadonlySet<string> = new Set(rules.filter((rule) => rule.suppressesGuesses).map((rule) => rule.id));

function withoutGuesses(findings: readonly RuleFinding[]): readonly RuleFinding[] {
  // What seems unused may be what a copied entry stands in place of.
  const isBroken = findings.some(({ rule, severity }) => severity === 'error' || suppressing.has(rule));
  return isBroken ? findings.filter((finding) => !guesses.has(finding.rule)) : findings;
}

/** A file that documents name is not the one that was renamed, however similar its name is. */
function withoutUsedCauses(findings: readonly RuleFinding[], sources: readonly Source[]): readonly RuleFinding[] {
  const isNamed = memoizePer((file) => {
    const name = file.replace(/^pages-config\/(.+)\.json$/, '$1');
    return sources.some(({ text }) => text.includes(`"${name}"`) || text.includes(`"${name}#`)) ? 'named' : 'unnamed';
  });
  return findings.map((finding) => {
    const { missing } = finding;
    const { file = '', path = [] } = missing?.cause?.location ?? {};
    return missing === undefined || file === '' || path.length > 0 || isNamed(file) === 'unnamed'
      ? finding
      : { ...finding, missing: { name: missing.name } };
  });
}

function* conclude(
  findings: readonly Finding[],
  files: ProjectFiles,
  project: Project,
  input: ResolveInput,
): Steps<ResolveResult> {
  yield;
  if (findings.some((finding) => finding.severity === 'error')) return Object.freeze({ ok: false, findings });
  const documents = new Map<DocumentId, ResolvedDocument>();
  for (const [id, document] of project.expanded) {
    if (document.written.kind !== 'fragment') documents.set(id, buildDocument(document));
  }
  yield;
  const site = buildSite(files, project.references.texts, documents, input);
  rememberParts(site, project.expanded);
  return Object.freeze({ ok: true, site, warnings: findings });
}

/** Kinds of documents that are neither pages nor parts of one. */
const withoutBlocks: ReadonlySet<DocumentKind> = new Set(['site', 'brand', 'experiment', 'journey', 'form']);

function expandAll(
  files: ProjectFiles,
  previous: ReadonlyMap<DocumentId, ExpandedDocument> | undefined,
): ReadonlyMap<DocumentId, ExpandedDocument> {
  const expander = new Expander(files.written, previous ?? new Map());
  const expanded = new Map<DocumentId, ExpandedDocument>();
  for (const [id, { kind }] of files.written) {
    const document = withoutBlocks.has(kind) ? undefined : expander.expand(id);
    if (document !== undefined) expanded.set(id, document);
  }
  return expanded;
}

interface Inspections {
  readonly findings: readonly RuleFinding[];
  /** Each inspection once, because documents share most of their blocks. */
  readonly shared: ReadonlySet<Inspection>;
  readonly anchors: readonly AnchorUse[];
}

function* inspectAll(
  files: ProjectFiles,
  expanded: ReadonlyMap<DocumentId, ExpandedDocument>,
  references: Project['references'],
  checkCache: CheckCache | undefined,
): Steps<Inspections> {
  const findings: RuleFinding[] = [];
  for (const source of files.sources.values()) findings.push(...inspectFile(source, checkCache));
  const inspectShape = createWrittenInspector(checkCache);
  for (const written of files.written.values()) findings.push(...inspectShape(written));
  yield;

  const ofSite = inspectSite(files.written.get('site'), references);
  const ofForms = [...files.written.values()]
    .filter(({ kind }) => kind === 'form')
    .map((form) => inspectForm(form, references));
  const ofBrands = [...files.written.values()]
    .filter(({ kind }) => kind === 'brand')
    .map((brand) => inspectBrand(brand, references));
  const shared = new Set<Inspection>([ofSite, ...ofForms, ...ofBrands]);
  // An anchor without a page belongs to the page of the link.
  const anchors = listAnchors('', [ofSite, ...ofBrands]).filter(({ document }) => document !== '');
  // An inherited mistake is reported at the base.
  const pins = files.sources.get(PINS_FILE);
  const byDocument = new Map<DocumentId, readonly RuleFinding[]>();
  const read = checkCache && sha256([hashOfObject(references.facts), ...files.texts.map(hashOfSource)].join(' '));
  for (const document of [...expanded.values()].toSorted((one, other) => one.bases.length - other.bases.length)) {
    const hash = checkCache && hashOfDocument(document);
    const part = `document ${hash} ${read}`;
    const isKnown = checkCache?.has(part) === true;
    const inspected = inspectDocument(document, references, isKnown);
    const own = isKnown ? [] : [...inspected.inspections].flatMap((inspection) => inspection.findings);
    if (own.length === 0) checkCache?.add(part);
    const ofExpanded = inspectPart(
      checkCache,
      () => `expanded ${hash}`,
      () => inspectExpanded(document, pins),
    );
    own.push(...ofExpanded, ...inspectShape(document.written));
    byDocument.set(document.id, own);
    const ofBases = document.bases.flatMap((base) => byDocument.get(base) ?? []);
    for (const inspection of inspected.inspections) {
      if (!isKnown && !shared.has(inspection)) findings.push(...withCauses(inspection.findings, ofBases));
      shared.add(inspection);
    }
    anchors.push(...inspected.anchors);
    findings.push(...withCauses(ofExpanded, ofBases));
    yield;
  }
  findings.push(...[ofSite, ...ofForms, ...ofBrands].flatMap((inspection) => inspection.findings));
  return { findings, shared, anchors };
}

/** A document without findings is valid, which other rules check. */
function createWrittenInspector(
  checkCache: CheckCache | undefined,
): (document: WrittenDocument) => readonly RuleFinding[] {
  if (checkCache === undefined) return inspectWritten;
  return memoizePerObject((document: WrittenDocument) => {
    const part = `written ${hashOfSource(document.source)}`;
    if (checkCache.has(part)) {
      assumeShape(document);
      return [];
    }
    const findings = inspectWritten(document);
    if (findings.length === 0 && hasItsShape(document)) checkCache.add(part);
    return findings;
  });
}

/** A finding about a block or a document in both a base and its variant is one error of the base. */
function withCauses(findings: readonly RuleFinding[], ofBases: readonly RuleFinding[]): readonly RuleFinding[] {
  if (ofBases.length === 0 || findings.length === 0) return findings;
  return findings.map((finding) => {
    const cause = ofBases.find(
      ({ rule, block, mark, message, location }) =>
        rule === finding.rule &&
        block === finding.block &&
        // One rule may have several findings about a document as a whole.
        (block !== undefined || (mark ?? message) === (finding.mark ?? finding.message)) &&
        (location.file !== finding.location.file || formatPath(location.path) !== formatPath(finding.location.path)),
    );
    return cause === undefined || cause.location.file === finding.location.file
      ? finding
      : { ...finding, inherits: cause };
  });
}

/** Blocks of fragments are inspected for the fragment and for its uses. */
function collectLinks(inspections: Iterable<Inspection>, kind: 'link:' | 'https:'): readonly LinkUse[] {
  const uses = new Map<string, LinkUse>();
  for (const { targets } of inspections)
    for (const { value, location } of targets)
      if (value.startsWith(kind))
        uses.set(JSON.stringify([location.file, location.path]), { name: value.slice(kind.length), location });
  return [...uses.values()];
}

function collectTextKeys(inspections: Iterable<Inspection>): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { textKeys } of inspections) for (const key of textKeys) keys.add(key);
  return keys;
}
