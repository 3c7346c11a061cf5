import { getExperimentKey, selectExperiments } from '../../build-experiments.ts';
import { PHASES_FILE, readPhases } from '../../experiment-phases.ts';
import { selectObjects } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Path } from '../../source-location.ts';
import type { Project } from '../../project.ts';
import type { DocumentId } from '../../types.ts';
import type { WrittenDocument } from '../../written.ts';
import type { Rule } from '../rule.ts';
import { areTargetsApart } from './targets-apart.ts';
import { explainTargetsApart } from './explain-targets-apart.ts';

export const variationConflict: Rule = {
  id: 'variation-conflict',
  severity: 'error',
  description:
    'Variations of two live experiments on one document never change the same thing, so that they can be combined.',
  project: function* (project) {
    const record = readPhases(project.sources.find(({ file }) => file === PHASES_FILE)?.value);
    // A new experiment gives way to those that have been live.
    const live = selectExperiments(project.written.values())
      .filter(({ value }) => value['status'] === 'live')
      .toSorted(
        (one, other) => Number(record.has(getExperimentKey(other.id))) - Number(record.has(getExperimentKey(one.id))),
      );
    for (const [index, later] of live.entries()) {
      for (const earlier of live.slice(0, index)) {
        yield* conflicts(earlier, later, project);
      }
    }
  },
};

interface Variation {
  readonly path: Path;
  readonly variant: DocumentId;
}

/** Variations by the document that they replace. */
function readVariations({ value }: WrittenDocument): ReadonlyMap<unknown, readonly Variation[]> {
  const pages = [
    { document: value['document'], variations: value['variations'], path: [] as Path },
    ...selectObjects(value['pages']).map(({ document, variations }, index) => ({
      document,
      variations,
      path: ['pages', index],
    })),
  ];
  return new Map(
    pages.map(({ document, variations, path }) => [
      document,
      selectObjects(variations).flatMap(({ variant }, index) =>
        typeof variant === 'string' && variant !== document
          ? [{ path: [...path, 'variations', index, 'variant'], variant }]
          : [],
      ),
    ]),
  );
}

/** One finding per variation of the later experiment: its first conflict. */
function* conflicts(earlier: WrittenDocument, later: WrittenDocument, { expanded }: Project): Generator<FindingDraft> {
  if (isApart(earlier, later)) return;
  const others = readVariations(earlier);
  for (const [document, variations] of readVariations(later)) {
    const base = expanded.get(String(document));
    if (base === undefined) continue;
    for (const { path, variant } of variations) {
      for (const other of others.get(document) ?? []) {
        const reason = explainTargetsApart(base, other.variant, variant, expanded);
        if (reason === undefined) continue;
        yield {
          location: { file: later.file, path },
          message:
            variant === other.variant
              ? `The live experiment "${getExperimentKey(earlier.id)}" shows "${variant}" already, of which this one seems to be a copy.`
              : `"${variant}" and "${other.variant}" of the live experiment "${getExperimentKey(earlier.id)}" cannot be shown together: ${reason}.`,
          expected:
            'variations that change different things, one of the experiments paused, ranges of one namespace apart, or targeting or prerequisites without common visitors',
          found: variant,
        };
        break;
      }
    }
  }
}

/** Whether targeting, prerequisites or a namespace separate the visitors of two experiments. */
function isApart(one: WrittenDocument, other: WrittenDocument): boolean {
  if (areTargetsApart(one.value['targeting'], other.value['targeting'])) return true;
  if (haveOtherVariations(one, other)) return true;
  const [a, b] = [readNamespace(one), readNamespace(other)];
  return a !== undefined && b !== undefined && a.name === b.name && (a.to <= b.from || b.to <= a.from);
}

/** A visitor has one variation of an experiment, so different prerequisites are disjoint. */
function haveOtherVariations(one: WrittenDocument, other: WrittenDocument): boolean {
  const others = readPrerequisites(other);
  return readPrerequisites(one).some(({ experiment, variations }) =>
    others.some(
      (each) => each.experiment === experiment && !each.variations.some((variation) => variations.includes(variation)),
    ),
  );
}

function readPrerequisites({
  value,
}: WrittenDocument): readonly { experiment: unknown; variations: readonly unknown[] }[] {
  return selectObjects(value['prerequisites']).map(({ experiment, variations }) => ({
    experiment,
    variations: Array.isArray(variations) ? variations : [],
  }));
}

function readNamespace({ value }: WrittenDocument): { name: string; from: number; to: number } | undefined {
  const [namespace] = selectObjects([value['namespace']]);
  const { name, from, to } = namespace ?? {};
  return typeof name === 'string' && typeof from === 'number' && typeof to === 'number'
    ? { name, from, to }
    : undefined;
}
