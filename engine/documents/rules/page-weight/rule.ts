import { BYTES_PER_VARIATION, selectExperiments } from '../../build-experiments.ts';
import { selectObjects } from '../../json.ts';
import { type PageBudgets, readPageBudgets, sumFirstScreen } from '../../read-page-budgets.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { PageWeight } from '../../types.ts';
import type { WrittenDocument } from '../../written.ts';
import type { Rule } from '../rule.ts';

export const pageWeight: Rule = {
  id: 'page-weight',
  severity: 'warning',
  description:
    "Every page keeps to the site's budgets of bytes in every language, and every variation to the one of its experiment.",
  project: function* (project) {
    if (project.weights.length === 0) return;
    const budgets = readPageBudgets(project.written.get('site')?.value['weight']);
    const byDocument = Map.groupBy(project.weights, ({ document }) => document);
    for (const [id, weights] of byDocument) {
      const written = project.written.get(id);
      if (written !== undefined) yield* heavyPage(written, weights, budgets);
    }
    for (const experiment of selectExperiments(project.written.values()))
      yield* heavyVariations(experiment, byDocument);
  },
};

function* heavyPage(
  { file }: WrittenDocument,
  weights: readonly PageWeight[],
  budgets: PageBudgets,
): Generator<FindingDraft> {
  const page = heaviest(weights, budgets.page, ({ html }) => html);
  if (page !== null)
    yield {
      location: { file, path: [] },
      message: `The page has ${bytes(page.bytes)} in "${page.weight.locale}", where it weighs most; ${page.where} it is over the ${bytes(budgets.page)} that "weight.page" of the site allows. ${inIt(page.weight)}`,
      expected: `${bytes(budgets.page)} after Brotli at most`,
      mark: 'page',
    };
  const first = heaviest(weights, budgets.firstScreen, sumFirstScreen);
  if (first !== null) {
    yield {
      location: { file, path: [] },
      message: `Before scrolling, a phone loads ${bytes(first.bytes)} in "${first.weight.locale}", where it weighs most; ${first.where} it is over the ${bytes(budgets.firstScreen)} that "weight.firstScreen" of the site allows. ${parts(first.weight)}`,
      expected: `${bytes(budgets.firstScreen)} at most`,
      mark: 'firstScreen',
    };
  }
}

/** The server refuses live variations over the budget, too. */
function* heavyVariations(
  { file, value }: WrittenDocument,
  byDocument: ReadonlyMap<string, readonly PageWeight[]>,
): Generator<FindingDraft> {
  const budget = typeof value['bytes'] === 'number' ? value['bytes'] : BYTES_PER_VARIATION;
  for (const [index, variation] of selectObjects(value['variations']).entries()) {
    const property = (['redirect', 'variant'] as const).find((name) => typeof variation[name] === 'string');
    const shown = property === undefined ? value['document'] : variation[property];
    const found = heaviest(byDocument.get(String(shown)) ?? [], budget, ({ html }) => html);
    if (found === null) continue;
    yield {
      location: { file, path: ['variations', index, ...(property === undefined ? [] : [property])] },
      message: `The variation "${String(variation['key'])}" has ${bytes(found.bytes)} in "${found.weight.locale}", where it weighs most; ${found.where} it is over the ${bytes(budget)} that "bytes" of the experiment allows, so no visitor takes part there. ${inIt(found.weight)}`,
      expected: `${bytes(budget)} after Brotli at most`,
      mark: 'variation',
    };
  }
}

interface Heaviest {
  readonly weight: PageWeight;
  readonly bytes: number;
  /** Languages over the budget, as text. */
  readonly where: string;
}

function heaviest(
  weights: readonly PageWeight[],
  budget: number,
  countBytes: (weight: PageWeight) => number | null,
): Heaviest | null {
  const over = weights
    .map((weight) => ({ weight, bytes: countBytes(weight) ?? 0 }))
    .filter((one) => one.bytes > budget)
    .toSorted((one, other) => other.bytes - one.bytes);
  const [most] = over;
  if (most === undefined) return null;
  const where =
    over.length === 1
      ? 'only there'
      : over.length === weights.length
        ? 'in every language'
        : `in ${over.length} of ${weights.length} languages`;
  return { ...most, where };
}

const figure = (count: number): string => count.toLocaleString('en-GB');
const bytes = (count: number): string => `${figure(count)} bytes`;
const listed = (items: readonly string[]): string => new Intl.ListFormat('en-GB').format(items);

/** Parts loaded before scrolling, largest first. */
function parts({ html, scripts, images }: PageWeight): string {
  const [most, ...rest] = [
    { subject: 'Its images take', name: 'its images', size: images ?? 0 },
    { subject: 'The page itself takes', name: 'the page itself', size: html },
    { subject: 'Files of scripts take', name: 'files of scripts', size: scripts },
  ]
    .filter(({ size }) => size > 0)
    .toSorted((one, other) => other.size - one.size);
  if (most === undefined) return '';
  const others = rest.map(({ name, size }) => `${name} ${figure(size)}`);
  return `${listed([`${most.subject} ${bytes(most.size)}`, ...others])}.`;
}

const inIt = ({ heaviest: items }: PageWeight): string =>
  items.length === 0 ? '' : `Before compression, most of it is ${listed(items)}.`;
