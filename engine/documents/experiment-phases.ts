import { toCanonicalJson } from '#engine/shared/to-canonical-json.ts';
import { sha256 } from '#engine/shared/hash.ts';
import { isObject } from './json.ts';
import type { Path } from './source-location.ts';
import type { RecordedPhase, ResolvedExperiment } from './types.ts';

/** The record of live phases, beside the documents. `npm run gen` and builds only add to it. */
export const PHASES_FILE = 'pages-config/phases.json';

/** Keys of experiments → their phases, the first one first. */
export type PhaseRecord = ReadonlyMap<string, readonly RecordedPhase[]>;

/** Reads the value of the file as far as it is valid. */
export function readPhases(value: unknown): PhaseRecord {
  if (!isObject(value)) return new Map();
  const entries = Object.entries(value).flatMap(([key, phases]): [string, readonly RecordedPhase[]][] =>
    isObject(phases)
      ? [[key, Object.entries(phases).flatMap(([number, phase]) => readPhase(Number(number), phase))]]
      : [],
  );
  return new Map(entries);
}

/** A part of the file that cannot be read. */
export interface MisshapenPhase {
  readonly path: Path;
  readonly at: 'key' | 'value';
  readonly expected: string;
}

/** What `readPhases` leaves out. */
export function* findMisshapenPhases(value: unknown): Generator<MisshapenPhase> {
  for (const [key, phases] of Object.entries(isObject(value) ? value : {})) {
    if (!isObject(phases) || Object.keys(phases).length === 0)
      yield { path: [key], at: 'value', expected: 'an object of phases by number' };
    for (const [number, phase] of Object.entries(isObject(phases) ? phases : {}))
      yield* misshapenPhase([key, number], number, phase);
  }
}

function* misshapenPhase(path: Path, number: string, phase: unknown): Generator<MisshapenPhase> {
  if (!/^[1-9]\d*$/.test(number)) yield { path, at: 'key', expected: 'the number of a phase, such as "1"' };
  else if (!isObject(phase) || ['feature', 'seed'].some((name) => typeof phase[name] !== 'string'))
    yield { path, at: 'value', expected: '"feature", "seed" and "arms"' };
  else if (!isObject(phase['arms'])) yield { path, at: 'value', expected: '"arms": the weight of each variation' };
  else
    for (const [variation, weight] of Object.entries(phase['arms']))
      if (typeof weight !== 'number')
        yield { path: [...path, 'arms', variation], at: 'value', expected: 'a weight as a number, such as 0.5' };
}

function readPhase(phase: number, value: unknown): readonly RecordedPhase[] {
  if (!Number.isInteger(phase) || !isObject(value) || !isObject(value['arms'])) return [];
  const { feature, seed, exposeOn, hash } = value;
  if (typeof feature !== 'string' || typeof seed !== 'string') return [];
  const variations = Object.entries(value['arms']).flatMap(([key, weight]) =>
    typeof weight === 'number' ? [{ key, weight }] : [],
  );
  return [
    {
      phase,
      feature,
      seed,
      variations,
      ...(typeof exposeOn === 'string' && { exposeOn }),
      ...(typeof hash === 'string' && { hash }),
    },
  ];
}

/** The record with missing phases of live experiments added; existing entries never change. */
export function withLivePhases(record: PhaseRecord, experiments: readonly ResolvedExperiment[]): PhaseRecord {
  const added = new Map(record);
  for (const { key, status, phase, feature, seed, variations, exposeOn } of experiments) {
    const known = added.get(key) ?? [];
    if (status !== 'live' || known.some((each) => each.phase === phase)) continue;
    const shares = variations.map((variation) => ({ key: variation.key, weight: variation.weight }));
    const own = { phase, feature, seed, variations: shares, ...(exposeOn !== undefined && { exposeOn }) };
    added.set(
      key,
      [...known, own].toSorted((one, other) => one.phase - other.phase),
    );
  }
  return added;
}

/** The text of the file; experiments sorted by key. */
export function writePhases(record: PhaseRecord): string {
  const value = Object.fromEntries(
    [...record]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, phases]) => [key, Object.fromEntries(phases.map((each) => [each.phase, phaseText(each)]))]),
  );
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Whether an entry of the record is not as it was written. */
export const isEdited = (phase: RecordedPhase): boolean => phase.hash !== undefined && phase.hash !== hashPhase(phase);

const hashPhase = (phase: RecordedPhase): string => sha256(toCanonicalJson(facts(phase))).slice(0, 12);

const facts = ({ feature, seed, variations, exposeOn }: RecordedPhase): object => ({
  feature,
  seed,
  ...(exposeOn !== undefined && { exposeOn }),
  arms: Object.fromEntries(variations.map(({ key, weight }) => [key, weight])),
});

/** The hash of an edited entry stays, so that the edit stays visible. */
const phaseText = (phase: RecordedPhase): object => ({ ...facts(phase), hash: phase.hash ?? hashPhase(phase) });
