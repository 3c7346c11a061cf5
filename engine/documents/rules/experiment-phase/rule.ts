import { suggestName } from '#engine/shared/suggest-name.ts';
import { buildExperiments, selectExperiments } from '../../build-experiments.ts';
import { findMisshapenPhases, isEdited, PHASES_FILE, readPhases } from '../../experiment-phases.ts';
import { isObject, selectObjects } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Path } from '../../source-location.ts';
import { hasItsShape } from '../../schema-errors/validate.ts';
import type { RecordedPhase, ResolvedExperiment } from '../../types.ts';
import type { WrittenDocument } from '../../written.ts';
import type { Rule } from '../rule.ts';

export const experimentPhase: Rule = {
  id: 'experiment-phase',
  severity: 'error',
  description:
    'A phase of an experiment that has been live keeps its variations, weights, seed, feature flag and exposure condition (X11).',
  project: function* ({ sources, written }) {
    const recorded = sources.find(({ file }) => file === PHASES_FILE)?.value;
    const record = readPhases(recorded);
    const misshapen = [...findMisshapenPhases(recorded)];
    for (const { path, at, expected } of misshapen)
      yield {
        location: { file: PHASES_FILE, path, at },
        message: `This part of the record of phases cannot be read, so that what visitors were split by would be forgotten. Put it back from the history; "npm run gen" writes this file.`,
        expected,
      };
    yield* findMisspeltRecords(record, written);
    yield* findEmptiedRecord(recorded, written);
    const lost = new Set(misshapen.map(({ path: [key] }) => key));
    // Invalid ones have findings of their own.
    const documents = selectExperiments(written.values()).filter(
      (document) => hasItsShape(document) && hasOwnKeys(document),
    );
    const experiments = buildExperiments(documents, record);
    for (const [key, phases] of record) {
      const edited = phases.find(isEdited);
      if (edited === undefined || lost.has(key)) continue;
      lost.add(key);
      const now = experiments.find((each) => each.key === key && each.phase === edited.phase);
      yield editedEntry(key, edited, now);
    }
    for (const [index, experiment] of experiments.entries()) {
      const phases = record.get(experiment.key) ?? [];
      const document = documents[index];
      if (document !== undefined && !lost.has(experiment.key)) yield* changed(experiment, phases, document);
    }
    yield* findRenamedExperiments(record, experiments);
  },
};

/** "npm run gen" writes no empty record, and one beside live experiments has lost theirs. */
function* findEmptiedRecord(recorded: unknown, written: ReadonlyMap<string, WrittenDocument>): Generator<FindingDraft> {
  if (!isObject(recorded) || Object.keys(recorded).length > 0) return;
  const live = selectExperiments(written.values()).filter(({ value }) => value['status'] === 'live');
  if (live.length === 0) return;
  yield {
    location: { file: PHASES_FILE, path: [] },
    message: `The record of phases is empty, so that what visitors of ${names(live.map(({ id }) => ({ key: id.slice(id.indexOf('/') + 1) })))} were split by would be forgotten. Put it back from the history; if nothing has been live yet, delete the file and run "npm run gen".`,
    expected: 'an entry for each experiment that has been live',
  };
}

/** An entry that no experiment has, while one with a similar name has none: it would be split anew. */
function* findMisspeltRecords(
  record: ReturnType<typeof readPhases>,
  written: ReadonlyMap<string, WrittenDocument>,
): Generator<FindingDraft> {
  const keys = selectExperiments(written.values()).map(({ id }) => id.slice(id.indexOf('/') + 1));
  const unrecorded = keys.filter((key) => !record.has(key));
  for (const key of record.keys()) {
    const suggestion = keys.includes(key) ? undefined : suggestName(key, unrecorded);
    if (suggestion === undefined) continue;
    yield {
      location: { file: PHASES_FILE, path: [key], at: 'key' },
      message: `There is no experiment "${key}", so that what visitors of another one were split by would be forgotten. Put the name back.`,
      expected: `one of ${keys.join(', ')}`,
      found: key,
      suggestion,
    };
  }
}

/** A live experiment without a record that equals one whose experiment is gone, under another name: it is split anew. */
function* findRenamedExperiments(
  record: ReturnType<typeof readPhases>,
  experiments: readonly ResolvedExperiment[],
): Generator<FindingDraft> {
  const unrecorded = experiments.filter(({ key, status }) => status === 'live' && !record.has(key));
  if (unrecorded.length === 0) return;
  for (const [key, phases] of record) {
    const last = phases.at(-1);
    if (last === undefined || experiments.some((each) => each.key === key)) continue;
    const renamed = unrecorded.find(
      ({ feature, variations }) =>
        feature.split('|')[0] === last.feature.split('|')[0] &&
        variations.length === last.variations.length &&
        variations.every(({ key: name, weight }, index) => {
          const before = last.variations[index];
          return before?.key === name && !isOther(weight, before.weight);
        }),
    );
    // A similar name has a finding already.
    if (renamed === undefined || suggestName(key, [renamed.key]) !== undefined) continue;
    yield {
      location: { file: PHASES_FILE, path: [key], at: 'key' },
      severity: 'warning',
      message: `There is no experiment "${key}" any more, and "${renamed.key}" has its document, variations and weights: if it was renamed, visitors are split anew. Put the name ${renamed.file.replace(/[^/]*$/, '')}${key}.json back; if it is another experiment, take this entry out.`,
      expected: `the experiment "${key}"`,
      found: key,
    };
  }
}

/** @param now the experiment, if it is in this phase: what differs from it was edited */
function editedEntry(key: string, edited: RecordedPhase, now: ResolvedExperiment | undefined): FindingDraft {
  const [first] = now === undefined ? [] : differences(now, edited, new Map());
  return {
    location: { file: PHASES_FILE, path: [key, String(edited.phase), ...(first?.recorded ?? ['hash'])] },
    message: `The record of phase ${edited.phase} of "${key}" is not as "npm run gen" wrote it, so that what visitors were split by would be forgotten. Put it back from the history. To change the experiment, edit ${now?.file ?? 'its document'} and begin a new phase there.`,
    expected: `the entry that was written with "hash": "${edited.hash ?? ''}"`,
  };
}

/** With a duplicate key one variation seems to be missing. */
function hasOwnKeys({ value }: WrittenDocument): boolean {
  const keys = selectObjects(value['variations']).map(({ key }) => key);
  return new Set(keys).size === keys.length;
}

function* changed(
  experiment: ResolvedExperiment,
  phases: readonly RecordedPhase[],
  { file, value }: WrittenDocument,
): Generator<FindingDraft> {
  const { key, phase } = experiment;
  const last = phases.at(-1)?.phase ?? 0;
  const location = (path: Path) => ({ file, path });
  if (phase < last) {
    yield {
      location: location(value['phase'] === undefined ? [] : ['phase']),
      message: `Phase ${phase} of "${key}" is over: phase ${last} has been live since, and visitors would be counted in both.`,
      expected: `"phase": ${last}, or ${last + 1} for a new one`,
      found: phase,
    };
    return;
  }
  const recorded = phases.find((each) => each.phase === phase);
  if (recorded === undefined) {
    const next = Math.max(last, 1) + 1;
    if (phase > next)
      yield {
        location: location(['phase']),
        severity: 'warning',
        message: `Phases are numbered without gaps, and ${last === 0 ? `no phase of "${key}" has been live` : `phase ${last} of "${key}" was the last one`}.`,
        expected: last === 0 ? '1' : String(next),
        found: phase,
      };
    return;
  }
  const written = new Map(
    selectObjects(value['variations']).map((variation) => [variation['key'], variation['weight']]),
  );
  for (const { what, path, before } of differences(experiment, recorded, written)) {
    yield {
      location: location(path.length > 0 && value[String(path[0])] === undefined ? [] : path),
      message: `Phase ${phase} of "${key}" has been live with ${before}. With ${what} visitors who were split differently would be counted together. Begin a new phase; or, if no visitor has seen this one yet, remove it from ${PHASES_FILE} and run npm run gen.`,
      expected: `"phase": ${phase + 1}, or ${before}`,
      found: value[String(path[0])],
      // The key of the feature contains the name of the document, so the variations may be correct.
      follows: path[0] === 'feature' ? [location(['document']), location(['variations'])] : [location(path)],
    };
  }
}

interface Difference {
  /** The current difference. */
  readonly what: string;
  readonly path: Path;
  /** The recorded value. */
  readonly before: string;
  /** Its place in the entry of the phase. */
  readonly recorded: Path;
}

/** @param written Weights as the document has them, by the key of their variation */
function* differences(
  now: ResolvedExperiment,
  { variations, seed, feature, exposeOn }: RecordedPhase,
  written: ReadonlyMap<unknown, unknown>,
): Generator<Difference> {
  const variationAt = (index: number, key: string): Path => (index < 0 ? ['variations'] : ['variations', index, key]);
  const before = `the variations ${variations.map(({ key, weight }) => `"${key}" (${percent(weight)})`).join(', ')}`;
  const gone = variations.filter(({ key }) => !now.variations.some((variation) => variation.key === key));
  const added = now.variations.filter(({ key }) => !variations.some((variation) => variation.key === key));
  const firstAdded = variationAt(
    now.variations.findIndex((variation) => added.includes(variation)),
    'key',
  );
  const recordedWeight = (name: string): number | undefined => variations.find(({ key }) => key === name)?.weight;
  const others = now.variations.filter(({ key, weight }) => isOther(weight, recordedWeight(key)));
  // One weight changes all shares: of percentages, the one that was typed differs itself.
  const typed = others.find(({ key }) => isOther(Number(written.get(key)) / 100, recordedWeight(key)));
  const firstOther = now.variations.findIndex((variation) => variation === (typed ?? others[0]));
  const recorded = ['arms', ...[gone[0] ?? now.variations[firstOther]].flatMap((each) => each?.key ?? [])];
  if (gone.length > 0) yield { what: `${names(gone)} gone or renamed`, path: firstAdded, before, recorded };
  else if (added.length > 0) yield { what: `${names(added)} added`, path: firstAdded, before, recorded: ['arms'] };
  else if (firstOther >= 0) yield { what: 'other weights', path: variationAt(firstOther, 'weight'), before, recorded };
  if (now.seed !== seed)
    yield { what: 'another seed', path: ['seed'], before: `"seed": "${seed}"`, recorded: ['seed'] };
  if (now.feature !== feature)
    yield { what: 'another feature', path: ['feature'], before: `"feature": "${feature}"`, recorded: ['feature'] };
  if (now.exposeOn !== exposeOn) {
    const until = exposeOn === undefined ? 'no "exposeOn"' : `"exposeOn": "${exposeOn}"`;
    const recordedMoment = exposeOn === undefined ? 'hash' : 'exposeOn';
    yield {
      what: 'another moment from which they count',
      path: ['exposeOn'],
      before: until,
      recorded: [recordedMoment],
    };
  }
}

const percent = (weight: number): string => `${Math.round(weight * 1_000) / 10} %`;
const names = (variations: readonly { readonly key: string }[]): string =>
  variations.map(({ key }) => `"${key}"`).join(', ');
/** Weights are shares of a sum, with rounding errors. */
const isOther = (weight: number, before = 0): boolean => Math.abs(weight - before) > 1e-9;
