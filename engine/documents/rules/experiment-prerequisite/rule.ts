import { getExperimentKey, selectExperiments } from '../../build-experiments.ts';
import { buildUnknownName } from '../../journey-checks/names/build-unknown-name.ts';
import { isObject, type JsonObject, selectObjects } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { SourceLocation } from '../../source-location.ts';
import { toInstant } from '../../window-uses.ts';
import type { WrittenDocument } from '../../written.ts';
import type { Rule } from '../rule.ts';

type Experiments = ReadonlyMap<string, WrittenDocument>;

export const experimentPrerequisite: Rule = {
  id: 'experiment-prerequisite',
  severity: 'error',
  description:
    'Prerequisites of an experiment have the named variations, run as long as the experiment, and do not depend on it (X13).',
  project: function* ({ written }) {
    const experiments: Experiments = new Map(
      selectExperiments(written.values()).map((document) => [getExperimentKey(document.id), document]),
    );
    for (const [key, document] of experiments) {
      for (const [index, prerequisite] of selectObjects(document.value['prerequisites']).entries())
        yield* unmet(key, document, { prerequisite, index, experiments });
    }
  },
};

interface Named {
  readonly prerequisite: JsonObject;
  readonly index: number;
  readonly experiments: Experiments;
}

function* unmet(
  key: string,
  document: WrittenDocument,
  { prerequisite, index, experiments }: Named,
): Generator<FindingDraft> {
  const { experiment: name, variations } = prerequisite;
  const location = (...path: readonly (string | number)[]): SourceLocation => ({
    file: document.file,
    path: ['prerequisites', index, ...path],
  });
  if (typeof name !== 'string') return;
  const parent = experiments.get(name);
  if (parent === undefined) {
    const others = [...experiments.keys()].filter((other) => other !== key);
    yield {
      ...buildUnknownName('experiment', name, others, location('experiment')),
      // A file that cannot be read has a finding of its own.
      follows: [{ file: `pages-config/experiments/${name}.json`, path: [] }],
    };
    return;
  }
  const ring = findRing(key, name, experiments);
  if (ring !== undefined) {
    yield {
      location: location('experiment'),
      message: `${ring.map((each) => `"${each}"`).join(' waits for ')}: no visitor could ever take part. Remove one of these prerequisites.`,
      expected: 'an experiment that does not wait for this one',
      found: name,
    };
    return;
  }
  const keys = selectObjects(parent.value['variations']).flatMap((variation) =>
    typeof variation['key'] === 'string' ? [variation['key']] : [],
  );
  for (const [at, variation] of (Array.isArray(variations) ? variations : []).entries())
    if (typeof variation === 'string' && !keys.includes(variation))
      yield {
        ...buildUnknownName(`variation of "${name}"`, variation, keys, location('variations', at)),
        follows: [{ file: parent.file, path: ['variations'] }],
      };
  if (document.value['status'] === 'live') yield* notRunning(name, parent, document, location('experiment'));
}

/** The cycle from the experiment to itself; `undefined` without one. */
function findRing(
  key: string,
  name: string,
  experiments: Experiments,
  way: readonly string[] = [key],
): readonly string[] | undefined {
  if (name === key) return [...way, key];
  if (way.includes(name)) return undefined;
  for (const { experiment } of selectObjects(experiments.get(name)?.value['prerequisites'])) {
    const ring = typeof experiment === 'string' ? findRing(key, experiment, experiments, [...way, name]) : undefined;
    if (ring !== undefined) return ring;
  }
  return undefined;
}

/** A live experiment whose prerequisite does not run would silently have no visitors. */
function* notRunning(
  name: string,
  parent: WrittenDocument,
  { value }: WrittenDocument,
  location: SourceLocation,
): Generator<FindingDraft> {
  if (parent.value['status'] !== 'live') {
    yield {
      location,
      message: `"${name}" is paused: no visitor has its variations, so none would take part in this experiment. Set it live, or pause this one, too.`,
      expected: 'a live experiment',
      found: name,
    };
    return;
  }
  const [own, its] = [readSpan(value['window']), readSpan(parent.value['window'])];
  if (own === null || its === null || (its.from <= own.from && own.to <= its.to)) return;
  yield {
    location,
    message: `"${name}" runs for a shorter time than this experiment: outside its window no visitor has its variations, and none would take part in this one. Give this one a window inside the other's, or let the other run longer.`,
    expected: 'an experiment that runs as long as this one',
    found: name,
  };
}

/** Milliseconds since the epoch; `null` for an invalid window. */
function readSpan(window: unknown): { readonly from: number; readonly to: number } | null {
  if (window === undefined) return { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  if (!isObject(window) || typeof window['zone'] !== 'string') return null;
  const { zone } = window;
  const moment = (wall: unknown, open: number): number | null =>
    toInstant(typeof wall === 'string' ? wall : undefined, zone, open);
  const from = moment(window['from'], Number.NEGATIVE_INFINITY);
  const to = moment(window['to'], Number.POSITIVE_INFINITY);
  return from === null || to === null ? null : { from, to };
}
