import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import { createOutboxWorker } from './outbox-worker.ts';
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
  readOutboxState,
  readFailures,
  requeueDeadLetters,
  requeueFailures,
} from './outbox.ts';
import type { MailTransport } from './transport.ts';

export type { FailedMails, UnsentMail, ListedMail, OutboxState };

/** The outbox of a server with its worker. */
export interface Outbox {
  list(limit?: number): Promise<readonly UnsentMail[]>;
  listDeadLetters(): Promise<readonly DeadLetter[]>;
  countDeadLetters(most: number): Promise<number>;
  find(question: MailQuestion): Promise<{ readonly mails: readonly ListedMail[]; readonly total: number }>;
  /** Sent and failed mails per day, see {@link countByDay}. */
  countByDay(days: readonly number[]): Promise<MailsByDay>;
  /** Reasons of failed mails, most frequent first. */
  failures(): Promise<readonly FailedMails[]>;
  /** Requeues all failed mails of a reason, see {@link failures}; returns their number. */
  requeueFailures(reason: string): Promise<number>;
  requeueDeadLetters(ids: readonly string[]): Promise<readonly string[]>;
  state(): Promise<OutboxState>;
  /** Starts sending; call it on every node that serves forms. */
  start(intervalMs?: number): void;
  /** Polls immediately, such as after a mail was written. */
  wake(): void;
  /** Sends due mails and returns the number of attempts. */
  sendNow(): Promise<number>;
  /** Waits for mails in flight. */
  stop(): Promise<void>;
}

/** Poll interval in milliseconds. */
const INTERVAL_MS = 2_000;

/** @param transport `null` leaves mails readable in the database instead of sending them */
export function createOutbox(ports: PlatformPorts, transport: MailTransport | null): Outbox {
  const worker = createOutboxWorker(ports, transport);
  return {
    list: (limit) => listMail(ports, limit),
    listDeadLetters: () => listDeadLetters(ports.database.db),
    countDeadLetters: (most) => countDeadLetters(ports.database.db, most),
    find: (question) => findMails(ports.database.db, question),
    countByDay: (days) => countByDay(ports.database.db, days),
    failures: () => readFailures(ports.database.db),
    requeueFailures: (reason) => requeueFailures(ports, reason),
    requeueDeadLetters: (ids) => requeueDeadLetters(ports, ids),
    state: () => readOutboxState(ports),
    start: (intervalMs = INTERVAL_MS) => worker.start(intervalMs),
    wake: () => worker.wake(),
    sendNow: () => worker.runOnce(),
    stop: () => worker.stop(),
  };
}
