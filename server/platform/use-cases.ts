import type { PlatformPorts } from './platform-ports.ts';

/** Takes its ports and one request, or none; answers with the name of an outcome and its values. */
type UseCase<Ports> = (ports: Ports, request: never) => Promise<unknown>;

/** Use cases that have their ports already. */
export type BoundUseCases<Ports, Table> = {
  readonly [Name in keyof Table]: Table[Name] extends (ports: Ports, ...request: infer Request) => infer Answer
    ? (...request: Request) => Answer
    : never;
};

/**
 * Gives use cases their ports.
 *
 * @param wakeOutbox Looks at the outbox; called after each use case that wrote a mail, whose transaction has ended by then.
 */
export function bindUseCases<
  Ports extends Pick<PlatformPorts, 'mailWritten'>,
  Table extends Readonly<Record<string, UseCase<Ports>>>,
>(table: Table, ports: Ports, wakeOutbox: () => void): BoundUseCases<Ports, Table> {
  const bound = Object.entries(table).map(([name, useCase]) => [
    name,
    async (request: never): Promise<unknown> => {
      let hasMail = false;
      const noting = { ...ports, mailWritten: () => (hasMail = true) };
      const answer = await useCase(noting, request);
      if (hasMail) wakeOutbox();
      return answer;
    },
  ]);
  // The checked edge: each function is the one of its name with its first argument given.
  return Object.fromEntries(bound) as BoundUseCases<Ports, Table>;
}
