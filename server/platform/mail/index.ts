import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { outboxWorker } from './outbox-worker.ts';
import {
  countDeadLetters,
  type DeadLetter,
  findMails,
  type UnsentMail,
  type ListedMail,
  listDeadLetters,
  listMail,
  type MailQuestion,
  type OutboxState,
  outboxState,
  requeueDeadLetters,
} from './outbox.ts';
import type { MailTransport } from './transport.ts';

export type { UnsentMail, ListedMail, OutboxState };

/** The mails of a server and the worker that sends them. */
export interface Outbox {
  list(limit?: number): Promise<readonly UnsentMail[]>;
  listDeadLetters(): Promise<readonly DeadLetter[]>;
  countDeadLetters(most: number): Promise<number>;
  find(question: MailQuestion): Promise<{ readonly mails: readonly ListedMail[]; readonly total: number }>;
  reviveDeadLetters(ids: readonly string[]): Promise<readonly string[]>;
  state(): Promise<OutboxState>;
  /** Starts sending; also to be called on every node that serves forms. */
  start(intervalMs?: number): void;
  /** Looks now, such as right after a mail was written. */
  wake(): void;
  /** Sends what is due and returns how many mails were tried. */
  sendNow(): Promise<number>;
  /** Finishes what is being sent. */
  stop(): Promise<void>;
}

/** Milliseconds between two looks at the outbox. */
const EVERY = 2_000;

/** @param transport `null` keeps mails readable in the database instead of sending them. */
export function createOutbox(ports: PlatformPorts, transport: MailTransport | null): Outbox {
  const worker = outboxWorker(ports, transport);
  return {
    list: (limit) => listMail(ports, limit),
    listDeadLetters: () => listDeadLetters(ports.database.db),
    countDeadLetters: (most) => countDeadLetters(ports.database.db, most),
    find: (question) => findMails(ports.database.db, question),
    reviveDeadLetters: (ids) => requeueDeadLetters(ports, ids),
    state: () => outboxState(ports),
    start: (intervalMs = EVERY) => worker.start(intervalMs),
    wake: () => worker.wake(),
    sendNow: () => worker.runOnce(),
    stop: () => worker.stop(),
  };
}
