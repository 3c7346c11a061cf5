import fc from 'fast-check';
import { type Event, RandomWalk } from './random-walk.ts';
import type { Stage } from './stage.ts';

const choice = fc.nat(200);
const device = fc.nat(1);
const tab = fc.nat(1);

/** Sequences in which most of what happens is that forms are sent. */
const events: fc.Arbitrary<readonly Event[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ what: fc.constant('open' as const), device, tab, page: choice, code: fc.boolean() }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        what: fc.constant('send' as const),
        device,
        tab,
        form: choice,
        mistake: fc.option(choice, { freq: 3 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ what: fc.constant('press' as const), device, isOpened: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('pass' as const), hours: fc.constantFrom(1, 25, 200) }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('outage' as const), isOut: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('document' as const), revision: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.constant({ what: 'erase' as const }) },
  ),
  { minLength: 4, maxLength: 16 },
);

/** @returns what must never be and was seen, with the shortest sequence that leads there; `null` when there was nothing */
export async function walkAtRandom(stage: Stage, numRuns: number, seed: number): Promise<string | null> {
  const property = fc.asyncProperty(events, async (sequence) => {
    const walk = await RandomWalk.begin(stage);
    try {
      for (const event of sequence) {
        await walk.happen(event);
        if (walk.problems.length > 0) throw new Error(walk.problems.join('\n'));
      }
    } finally {
      await walk.end();
    }
  });
  const details = await fc.check(property, {
    numRuns,
    seed,
    endOnFailure: false,
    interruptAfterTimeLimit: numRuns * 5_000,
  });
  if (!details.failed) return null;
  const error = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance);
  return `${error}\nafter ${JSON.stringify(details.counterexample?.[0])}`;
}
