import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { outboxWorker } from './outbox-worker.ts';
import {
  countByDay,
  countDeadLetters,
  type DeadLetter,
  type FailedMails,
  findMails,
  type UnsentMail,
  type ListedMail,
  listDeadLetters,
  listMail,
  type MailQuestion,
  type MailsByDay,
  type OutboxState,
  outboxState,
  readFailures,
  requeueDeadLetters,
  requeueFailures,
} from './outbox.ts';
import type { MailTransport } from './transport.ts';

export type { FailedMails, UnsentMail, ListedMail, OutboxState };

/** The mails of a server and the worker that sends them. */
export interface Outbox {
  list(limit?: number): Promise<readonly UnsentMail[]>;
  listDeadLetters(): Promise<readonly DeadLetter[]>;
  countDeadLetters(most: number): Promise<number>;
  find(question: MailQuestion): Promise<{ readonly mails: readonly ListedMail[]; readonly total: number }>;
  /** How many left or were given up on each day, see {@link countByDay}. */
  countByDay(days: readonly number[]): Promise<MailsByDay>;
  /** Why mails were given up, the most frequent reason first. */
  failures(): Promise<readonly FailedMails[]>;
  /** Sends all of one reason again, see {@link failures}; returns how many. */
  reviveFailures(reason: string): Promise<number>;
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
const INTERVAL_MS = 2_000;

/** @param transport `null` keeps mails readable in the database instead of sending them. */
export function createOutbox(ports: PlatformPorts, transport: MailTransport | null): Outbox {
  const worker = outboxWorker(ports, transport);
  return {
    list: (limit) => listMail(ports, limit),
    listDeadLetters: () => listDeadLetters(ports.database.db),
    countDeadLetters: (most) => countDeadLetters(ports.database.db, most),
    find: (question) => findMails(ports.database.db, question),
    countByDay: (days) => countByDay(ports.database.db, days),
    failures: () => readFailures(ports.database.db),
    reviveFailures: (reason) => requeueFailures(ports, reason),
    reviveDeadLetters: (ids) => requeueDeadLetters(ports, ids),
    state: () => outboxState(ports),
    start: (intervalMs = INTERVAL_MS) => worker.start(intervalMs),
    wake: () => worker.wake(),
    sendNow: () => worker.runOnce(),
    stop: () => worker.stop(),
  };
}
