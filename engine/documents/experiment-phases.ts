import { isObject } from './json.ts';
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

function readPhase(phase: number, value: unknown): readonly RecordedPhase[] {
  if (!Number.isInteger(phase) || !isObject(value) || !isObject(value['arms'])) return [];
  const { feature, seed, exposeOn } = value;
  if (typeof feature !== 'string' || typeof seed !== 'string') return [];
  const arms = Object.entries(value['arms']).flatMap(([key, weight]) =>
    typeof weight === 'number' ? [{ key, weight }] : [],
  );
  return [{ phase, feature, seed, arms, ...(typeof exposeOn === 'string' && { exposeOn }) }];
}

/** The record with missing phases of live experiments added; existing entries never change. */
export function withLivePhases(record: PhaseRecord, experiments: readonly ResolvedExperiment[]): PhaseRecord {
  const added = new Map(record);
  for (const { key, status, phase, feature, seed, arms, exposeOn } of experiments) {
    const known = added.get(key) ?? [];
    if (status !== 'live' || known.some((each) => each.phase === phase)) continue;
    const shares = arms.map((arm) => ({ key: arm.key, weight: arm.weight }));
    const own = { phase, feature, seed, arms: shares, ...(exposeOn !== undefined && { exposeOn }) };
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

const phaseText = ({ feature, seed, arms, exposeOn }: RecordedPhase): object => ({
  feature,
  seed,
  exposeOn,
  arms: Object.fromEntries(arms.map(({ key, weight }) => [key, weight])),
});
