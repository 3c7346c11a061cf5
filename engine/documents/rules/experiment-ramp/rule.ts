import { selectExperiments } from '../../build-experiments.ts';
import { isObject, type JsonObject } from '../../json.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import { toInstant } from '../../window-uses.ts';
import type { WrittenDocument } from '../../written.ts';
import type { Rule } from '../rule.ts';

export const experimentRamp: Rule = {
  id: 'experiment-ramp',
  severity: 'error',
  description:
    'Each step of a ramp is later than the one before, lets more visitors take part, and is within the window of the experiment (X11).',
  project: function* ({ written }) {
    for (const document of selectExperiments(written.values())) yield* checkRamp(document);
  },
};

interface Reached {
  readonly coverage: number;
  /** Milliseconds since the epoch, and as written. */
  readonly at: number;
  readonly wall: string;
}

function* checkRamp({ file, value }: WrittenDocument): Generator<FindingDraft> {
  const { ramp, coverage = 1, window } = value;
  if (!Array.isArray(ramp) || typeof coverage !== 'number') return;
  const isUnsaid = value['coverage'] === undefined;
  const steps = ramp.map((step: unknown) => (isObject(step) ? read(step) : null)).filter((step) => step !== null);
  // Invalid ones have findings of their own.
  if (steps.length < ramp.length) return;
  const wrong = steps.findIndex(({ at }, index) => at <= (steps[index - 1]?.at ?? Number.NEGATIVE_INFINITY));
  if (wrong > 0) {
    const wall = steps[wrong - 1]?.wall ?? '';
    yield {
      location: { file, path: ['ramp', wrong, 'at'] },
      message: `This step of the ramp does not come after the one before it, at "${wall}". Put the steps in their order in time.`,
      expected: `a time after ${wall}`,
      found: steps[wrong]?.wall,
    };
    // Growth can only be checked in order.
    return;
  }
  let before: Pick<Reached, 'coverage'> = { coverage };
  for (const [index, reached] of steps.entries()) {
    const location = (name: string) => ({ file, path: ['ramp', index, name] });
    if (reached.coverage <= before.coverage)
      yield {
        location: location('coverage'),
        message: `A ramp grows, and ${before.coverage} of the visitors take part before this step already. ${index === 0 && isUnsaid ? 'Write "coverage" for the share before the first step; left out, it is 1.' : 'Write a larger share, or take the step out.'}`,
        expected: `more than ${before.coverage}`,
        found: reached.coverage,
        // The share before may be out of range.
        follows: [index === 0 ? { file, path: ['coverage'] } : { file, path: ['ramp', index - 1, 'coverage'] }],
      };
    const end = isObject(window) ? readEnd(window) : null;
    if (end !== null && reached.at >= end.at)
      yield {
        location: location('at'),
        message: `The experiment ends at "${end.wall}", before this step of its ramp. Remove the step, or let the window close later.`,
        expected: `a time before ${end.wall}`,
        found: reached.wall,
      };
    before = reached;
  }
}

function read({ at: wall, zone, coverage }: JsonObject): Reached | null {
  if (typeof wall !== 'string' || typeof zone !== 'string' || typeof coverage !== 'number') return null;
  const at = toInstant(wall, zone, 0);
  return at === null ? null : { coverage, at, wall };
}

function readEnd({ to, zone }: JsonObject): Omit<Reached, 'coverage'> | null {
  if (typeof to !== 'string' || typeof zone !== 'string') return null;
  const at = toInstant(to, zone, 0);
  return at === null ? null : { at, wall: to };
}
