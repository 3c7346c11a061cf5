import type { Finding } from '#engine/shared/finding.ts';
import { onEachPage } from '#engine/shared/on-each-page.ts';
import { toFindings } from '../findings.ts';
import { isObject } from '../json.ts';
import { formatPinnedValues, PINS_FILE, readPinnedValues } from '../pinned-values.ts';
import { getProject, resolve } from '../resolve.ts';
import type { DocumentId, ResolveInput, ResolveResult, ResolvedExperiment, Site } from '../types.ts';
import { adaptDocuments } from './adapt.ts';
import { type ChangedPage, findChangedPages } from './changed-pages.ts';
import { inlineVariation } from './inline-variation.ts';
import { RefusalError } from './refusal-error.ts';
import { type RetainedDocument, removeVariations, removeFragments, listUsedFragments } from './remove-variations.ts';
import { type OtherPage, findOtherPages } from './same-pages.ts';
import { withoutUnusedTexts } from './without-unused-texts.ts';
import { WrittenValues } from './written-values.ts';

/** How an experiment ends. */
export interface Conclusion {
  readonly experiment: ResolvedExperiment;
  /** Key of the winning variation; without it the tested document stays. */
  readonly winner?: string;
}

export type Ended =
  | {
      readonly ok: true;
      /** Texts of the files that differ, by path from the project's root, sorted; `null` for deleted ones. */
      readonly files: ReadonlyMap<string, string | null>;
      /** Paths of images that are unused afterwards. */
      readonly images: readonly string[];
      /** Other documents that change their appearance, because they extend the tested one, in each language: they need a review. */
      readonly changedPages: readonly ChangedPage[];
      readonly retained: readonly RetainedDocument[];
    }
  | { readonly ok: false; readonly findings: readonly Finding[] };

type Resolved = Extract<ResolveResult, { ok: true }>;

/** Conflicts are reported under this rule. */
const RULE = 'experiment-variations';

/**
 * Ends an experiment (N4): the changes of the winner become part of the tested document; the experiment is deleted with the
 * documents, fragments and texts that only its variations used. All visitors then get the page of the winning variation,
 * also in combination with variations of other live experiments; otherwise nothing changes and findings say why.
 *
 * Pure: it writes nothing.
 *
 * @param resolved what `input` resolves to
 */
export function planConclusion(input: ResolveInput, resolved: Resolved, ending: Conclusion): Ended {
  const { experiment, winner } = ending;
  const before = { site: resolved.site, project: getProject(resolved) };
  const values = new WrittenValues(before.project.written);
  const pages = onEachPage(experiment).map((page) => ({ page, variant: shownBy(winner, page) }));
  const sources = new Map(before.project.sources.map((source) => [source.file, source]));
  const refuse = (refusals: readonly RefusalError[]): Ended => ({
    ok: false,
    findings: toFindings(
      refusals.map(({ location, message }) => ({ location, message, rule: RULE })),
      sources,
    ),
  });
  try {
    const fragments = listUsedFragments(values);
    refuseWhileAwaited(experiment, before.site);
    for (const { page, variant } of pages)
      if (variant !== page.document) inlineVariation(page, variant, before.project, values);
    values.remove(`experiments/${experiment.key}`);
    const retained = pages.flatMap(({ page, variant }) => removeVariations(page, variant, values));
    removeFragments(fragments, values);
    return conclude(input, ending, { resolved, before, values, retained, pages });
  } catch (error) {
    if (error instanceof RefusalError) return refuse([error]);
    throw error;
  }
}

/** The document of the winning variation on a page; without a winner the page itself. */
function shownBy(winner: string | undefined, { variations, document }: ResolvedExperiment): DocumentId {
  return variations.find(({ key }) => key === winner)?.variant ?? document;
}

/** Dependent experiments need its variations. */
function refuseWhileAwaited({ key, file }: ResolvedExperiment, { experiments }: Site): void {
  const waiting = experiments.filter(({ prerequisites }) => prerequisites.some(({ experiment }) => experiment === key));
  if (waiting.length === 0) return;
  const names = waiting.map((other) => `"${other.key}"`).join(', ');
  throw new RefusalError(
    { file, path: [] },
    `${names} ${waiting.length === 1 ? 'takes' : 'take'} only visitors who have a variation of "${key}", of whom there would be none. End ${waiting.length === 1 ? 'it' : 'them'} first, or take "${key}" out of the prerequisites there, with a new phase.`,
  );
}

interface Work {
  readonly resolved: Resolved;
  readonly before: { readonly site: Site; readonly project: ReturnType<typeof getProject> };
  readonly values: WrittenValues;
  readonly retained: readonly RetainedDocument[];
  readonly pages: readonly { readonly page: ResolvedExperiment; readonly variant: DocumentId }[];
}

function conclude(input: ResolveInput, { experiment }: Conclusion, work: Work): Ended {
  const { resolved, before, values, retained, pages } = work;
  let after: ResolveResult = resolve(withFiles(input, values.texts()), resolved);
  /*
   * Variants that overwrite changes of the winner are adapted. If their pages are unchanged, only the pins move with the base;
   * otherwise the pages are listed. Changes that one variant drops may affect variants that extend it.
   */
  for (let fits = false; !fits;) {
    const variants = adaptDocuments(getProject(after));
    for (const [id, value] of variants) values.set(id, value);
    fits = variants.size === 0;
    after = resolve(withFiles(input, values.texts()), after);
  }
  if (!after.ok) return { ok: false, findings: after.findings.filter(({ severity }) => severity === 'error') };
  for (const { page, variant } of pages) {
    const [other] = findOtherPages(page, variant, before, getProject(after));
    if (other !== undefined) throw new RefusalError({ file: experiment.file, path: [] }, difference(page, other));
  }

  const texts = withoutUnusedTexts(before.project, getProject(after));
  const were = new Map(input.layers.flatMap((layer) => [...layer.files]));
  const pins = were.get(PINS_FILE);
  const remainingPins =
    pins === undefined ? [] : [[PINS_FILE, formatPinnedValues(getProject(after), readPinnedValues(pins))] as const];
  const files = [...values.texts(), ...texts, ...remainingPins].filter(
    ([file, text]) => were.get(file) !== (text ?? undefined),
  );
  const { site } = after;
  const shown = new Set(listImages([...values.left()].map(([, value]) => value)));
  return {
    ok: true,
    files: new Map(files.toSorted(([one], [another]) => (one < another ? -1 : 1))),
    images: listImages([...before.project.written.values()].map(({ value }) => value)).filter(
      (image) => !shown.has(image),
    ),
    changedPages: findChangedPages(
      before.site,
      site,
      pages.map(({ page }) => page.document),
    ),
    retained,
  };
}

function difference({ document }: ResolvedExperiment, { experiment, variation }: OtherPage): string {
  return experiment === undefined
    ? `"${document}" would not show what the winning variation showed. Write its changes into the document by hand, then retire the experiment.`
    : `Visitors who get the variation "${variation}" of the live experiment "${experiment.key}" would see another page than those who had it together with the winner: the changes of both are in another order then. End "${experiment.key}" first, or pause it.`;
}

function withFiles(input: ResolveInput, texts: ReadonlyMap<string, string | null>): ResolveInput {
  const files = new Map(input.layers.flatMap((layer) => [...layer.files]));
  for (const [file, text] of texts) {
    if (text === null) files.delete(file);
    else files.set(file, text);
  }
  return { ...input, layers: [{ name: 'files', files }] };
}

/** Paths of images inside a value, each once. */
function listImages(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.startsWith('images/') ? [value] : [];
  if (Array.isArray(value)) return [...new Set(value.flatMap(listImages))];
  return isObject(value) ? listImages(Object.values(value)) : [];
}
