import { Durations } from './observability/durations.ts';
import { runInSpan } from './observability/tracing.ts';
import type { PlatformPorts } from './platform-ports.ts';

/** Takes ports and an optional request; returns an outcome with its values. */
type UseCase<Ports> = (ports: Ports, request: never) => Promise<unknown>;

/** Durations of use cases, to be passed as `useCaseTimes`. */
export function createUseCaseDurations(): Durations {
  return new Durations({
    name: 'vitrine_use_case_duration_seconds',
    help: 'Time of a use case with all its waiting, by its name and what became of it.',
    labelNames: ['use_case', 'outcome'],
  });
}

/** Use cases with their ports applied. */
export type BoundUseCases<Ports, Table> = {
  readonly [Name in keyof Table]: Table[Name] extends (ports: Ports, ...request: infer Request) => infer Answer
    ? (...request: Request) => Answer
    : never;
};

/**
 * Applies ports to use cases.
 *
 * @param wakeOutbox called after each use case that enqueued a mail, once its transaction is committed
 */
export function bindUseCases<
  Ports extends Pick<PlatformPorts, 'mailWritten' | 'useCaseTimes'>,
  Table extends Readonly<Record<string, UseCase<Ports>>>,
>(table: Table, ports: Ports, wakeOutbox: () => void): BoundUseCases<Ports, Table> {
  const bound = Object.entries(table).map(([name, useCase]) => [
    name,
    async (request: never): Promise<unknown> => {
      let hasMail = false;
      const workEnded = (): void => {
        if (hasMail) wakeOutbox();
        hasMail = false;
      };
      const noting = { ...ports, mailWritten: () => (hasMail = true), workEnded };
      const answer = await timed(name, ports.useCaseTimes, () => useCase(noting, request));
      workEnded();
      return answer;
    },
  ]);
  // Checked edge: each function has its first argument applied.
  return Object.fromEntries(bound) as BoundUseCases<Ports, Table>;
}

async function timed(name: string, times: Durations | undefined, work: () => Promise<unknown>): Promise<unknown> {
  const started = performance.now();
  const note = (outcome: string): void =>
    times?.of({ use_case: name, outcome }).observe((performance.now() - started) / 1000);
  try {
    const answer = await runInSpan('internal', `use case ${name}`, {}, work);
    note(readOutcome(answer));
    return answer;
  } catch (error) {
    note('error');
    throw error;
  }
}

/** Outcomes are constants of the code; results without an outcome count as `done`. */
function readOutcome(answer: unknown): string {
  const isNamed = typeof answer === 'object' && answer !== null && 'outcome' in answer;
  return isNamed && typeof answer.outcome === 'string' ? answer.outcome : 'done';
}
