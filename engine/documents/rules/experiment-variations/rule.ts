import { DEFAULT_LANDING } from '#engine/shared/default-landing.ts';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { selectExperiments } from '../../build-experiments.ts';
import { type Tree, getChildren } from '../../inheritance/tree.ts';
import { type JsonObject, isObject, selectObjects } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { SourceLocation } from '../../source-location.ts';
import type { Project } from '../../project.ts';
import { hasItsShape } from '../../schema-errors/validate.ts';
import type { WrittenDocument } from '../../written.ts';
import type { Rule } from '../rule.ts';
import { buildForeign, checkFurtherPages, isForeign, findShownByHoldout } from './further-pages.ts';

export const experimentVariations: Rule = {
  id: 'experiment-variations',
  severity: 'error',
  description:
    'The variations of an experiment differ from each other and are the tested document, variants of it, or landings with an address (N1, X6).',
  project: function* (project) {
    for (const experiment of selectExperiments(project.written.values())) {
      if (experiment.value['holdout'] === true) yield* findShownByHoldout(experiment);
      // A misspelled property of a variation is reported first.
      else if (hasItsShape(experiment)) yield* doubledDocuments(experiment, project);
      yield* doubledKeys(experiment);
      yield* weightsNearHundred(experiment);
      yield* foreignVariations(experiment, project);
      yield* checkFurtherPages(experiment, project);
      yield* arrivals(experiment, project);
      yield* emptyNamespace(experiment);
      yield* unseenBlock(experiment, project);
    }
  },
};

function* doubledKeys({ file, value }: WrittenDocument): Generator<FindingDraft> {
  const keys = selectObjects(value['variations']).map(({ key }) => key);
  for (const [index, key] of keys.entries())
    if (keys.indexOf(key) < index) yield doubled('key', key, { file, path: ['variations', index, 'key'] });
}

/** Weights are shares of their sum; of percentages with another sum, one was mistyped, and none is the share that visitors get. */
function* weightsNearHundred({ file, value }: WrittenDocument): Generator<FindingDraft> {
  const weights = selectObjects(value['variations']).map(({ weight }) => Number(weight));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const isPercent = sum >= 85 && sum <= 115 && new Set(weights).size > 1;
  // Thirds have rounding errors.
  if (!isPercent || Math.abs(sum - 100) <= 1) return;
  const others = (at: number): readonly number[] => weights.filter((_, index) => index !== at);
  const rest = (at: number): number => 100 - others(at).reduce((all, weight) => all + weight, 0);
  const equalising = weights.findIndex((_, at) => others(at).includes(rest(at)));
  const single = weights.length < 3 ? -1 : weights.findIndex((weight, at) => !others(at).includes(weight));
  const index = [equalising, single, weights.length - 1].find((at) => at >= 0) ?? 0;
  yield {
    location: { file, path: ['variations', index, 'weight'] },
    severity: 'warning',
    message: `The weights ${weights.join(', ')} add up to ${sum}, not 100: visitors are split by ${weights.map((weight) => `${Math.round((weight / sum) * 1_000) / 10} %`).join(', ')}. Write percentages that add up to 100, or plain proportions such as 1 and 2.`,
    expected: String(rest(index)),
    found: weights[index],
    follows: [{ file, path: ['variations'] }],
  };
}

function* doubledDocuments({ file, value }: WrittenDocument, { expanded }: Project): Generator<FindingDraft> {
  const variations = selectObjects(value['variations']);
  const shown = variations.map((variation) => variation['redirect'] ?? variation['variant'] ?? value['document']);
  for (const [index, id] of shown.entries()) {
    if (shown.indexOf(id) === index) continue;
    const named = ['redirect', 'variant'].find((name) => variations[index]?.[name] !== undefined);
    // A landing without an address has a finding of its own.
    if (named === 'redirect' && isWithoutAddress(String(id), expanded)) continue;
    yield doubled('document', id, { file, path: ['variations', index, ...(named === undefined ? [] : [named])] });
  }
}

const doubled = (name: string, found: unknown, location: SourceLocation): FindingDraft => ({
  location,
  message: `Two variations of this experiment have the same ${name} "${String(found)}", so they cannot be distinguished.`,
  expected: `a ${name} that no other variation has`,
  found,
});

function* foreignVariations({ file, value }: WrittenDocument, { expanded }: Project): Generator<FindingDraft> {
  const { document } = value;
  // A fragment cannot be tested at all.
  if (typeof document !== 'string' || (expanded.get(document)?.written.kind ?? 'fragment') === 'fragment') return;
  for (const [index, { variant, redirect }] of selectObjects(value['variations']).entries()) {
    // A variation with both is ambiguous.
    const variation = typeof variant === 'string' && redirect === undefined ? expanded.get(variant) : undefined;
    if (variation !== undefined && isForeign(variation, document))
      yield buildForeign(variation, document, { file, path: ['variations', index, 'variant'] });
  }
}

/** The landing at `/` needs no slug. */
function isWithoutAddress(id: string, expanded: Project['expanded']): boolean {
  const landing = id.startsWith('landings/') ? expanded.get(id) : undefined;
  return landing !== undefined && typeof landing.head['slug'] !== 'string' && id !== DEFAULT_LANDING;
}

/** Targets of redirects: landings with a slug and without an experiment of their own. */
function* arrivals({ file, value }: WrittenDocument, { expanded, written }: Project): Generator<FindingDraft> {
  for (const [index, { redirect, variant }] of selectObjects(value['variations']).entries()) {
    if (typeof redirect !== 'string') continue;
    const location = { file, path: ['variations', index, 'redirect'] };
    if (variant !== undefined) {
      yield {
        location,
        message:
          'A variation either shows a variant at the address of the document or leads to the address of another one.',
        expected: '"variant" or "redirect", not both',
        found: redirect,
      };
    }
    if (isWithoutAddress(redirect, expanded)) {
      yield {
        location,
        message: `"${redirect}" has no slug, so there is no address to lead visitors to.`,
        expected: 'a landing with a slug',
        found: redirect,
      };
    }
    const other = selectExperiments(written.values()).find(
      (experiment) =>
        experiment.value['status'] === 'live' &&
        [experiment.value, ...selectObjects(experiment.value['pages'])].some((page) => page['document'] === redirect),
    );
    if (other === undefined || value['status'] !== 'live') continue;
    yield {
      location,
      message: `"${redirect}" is tested by the live "${other.id}": visitors redirected there would be in two experiments at once.`,
      expected: 'a landing that no live experiment tests',
      found: redirect,
    };
  }
}

/** The block of `exposeOn` must be in every variation on every page, or visitors of the others would never be counted. */
function* unseenBlock({ file, value }: WrittenDocument, { expanded }: Project): Generator<FindingDraft> {
  const { exposeOn, document } = value;
  if (typeof exposeOn !== 'string') return;
  const shown = [
    ...selectObjects(value['variations']).map((variation) => variation['redirect'] ?? variation['variant'] ?? document),
    ...selectObjects(value['pages']).flatMap((page) => [
      page['document'],
      ...selectObjects(page['variations']).map(({ variant }) => variant),
    ]),
  ];
  const blocks = [...new Set(shown)].flatMap((id) => {
    const variation = typeof id === 'string' ? expanded.get(id) : undefined;
    return variation === undefined
      ? []
      : [{ id: variation.id, file: variation.written.file, ids: idsIn(variation.blocks) }];
  });
  const lacking = blocks.find(({ ids }) => !ids.includes(exposeOn));
  if (lacking === undefined) return;
  const everywhere = blocks.reduce<readonly string[]>(
    (ids, variation) => ids.filter((id) => variation.ids.includes(id)),
    lacking.ids,
  );
  const meant = suggestName(exposeOn, everywhere);
  yield {
    location: { file, path: ['exposeOn'] },
    message: `"${lacking.id}" has no block "${exposeOn}", so no visitor with this variation would ever count.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`,
    expected:
      everywhere.length === 0
        ? 'a block that every variation has'
        : `a block that every variation has: ${everywhere.join(', ')}`,
    found: exposeOn,
    // A variant whose base is not known has no blocks.
    follows: ['extends', 'changes'].map((name) => ({ file: lacking.file, path: [name] })),
  };
}

function idsIn(tree: Tree): readonly string[] {
  return tree.flatMap((block) => [
    ...(typeof block['id'] === 'string' ? [block['id']] : []),
    ...idsIn(getChildren(block)),
  ]);
}

function* emptyNamespace({ file, value }: WrittenDocument): Generator<FindingDraft> {
  const namespace: unknown = value['namespace'];
  if (!isObject(namespace) || !isEmptyRange(namespace)) return;
  yield {
    location: { file, path: ['namespace', 'to'] },
    message: 'The range of the namespace ends before it begins, so no visitor would take part.',
    expected: `a number above ${String(namespace['from'])}`,
    found: namespace['to'],
  };
}

function isEmptyRange({ from, to }: JsonObject): boolean {
  return typeof from === 'number' && typeof to === 'number' && from >= to;
}
