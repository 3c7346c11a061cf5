import { pino } from 'pino';
import { expect, test } from 'vitest';
import { reportOncePerError } from './repeated-errors.ts';

/** A log whose minute is over when a test says so. */
function stage() {
  const lines: string[] = [];
  const waiting: (() => void)[] = [];
  const hooks = { logMethod: reportOncePerError(undefined, (work) => void waiting.push(work)) };
  const log = pino({ hooks }, { write: (line) => void lines.push(line) });
  return {
    log,
    written: () => lines.splice(0).map((line): Record<string, unknown> => JSON.parse(line)),
    afterMinute: () => waiting.splice(0).forEach((work) => work()),
  };
}

const failure = (): Error => new Error(`It took ${Math.random()} ms.`);

test('an error that many requests meet is written once, and after a minute with its count and some of their ids', () => {
  const { log, written, afterMinute } = stage();
  for (let index = 0; index < 30; index += 1) log.error({ err: failure(), id: `request-${index}` }, 'A page failed.');
  expect(written()).toMatchObject([{ msg: 'A page failed.', id: 'request-0' }]);
  afterMinute();
  const [summary, ...more] = written();
  expect(more).toEqual([]);
  expect(summary).toMatchObject({ msg: 'A page failed.', again: 29, level: 50 });
  expect(summary?.['ids']).toEqual(Array.from({ length: 10 }, (_, index) => `request-${index + 1}`));
  log.error({ err: failure() }, 'A page failed.');
  expect(written()).toHaveLength(1);
});

test('an error that came once is not written again', () => {
  const { log, written, afterMinute } = stage();
  log.error({ err: failure() }, 'A page failed.');
  afterMinute();
  expect(written()).toHaveLength(1);
});

test('errors of another kind, from another place or about something else are written each, and so is a line without one', () => {
  const { log, written } = stage();
  const one = failure();
  log.error({ err: one }, 'A page failed.');
  log.error({ err: one }, 'A form failed.');
  log.error({ err: Object.assign(failure(), { code: '57P03' }) }, 'A page failed.');
  log.error({ err: new TypeError('elsewhere') }, 'A page failed.');
  for (let index = 0; index < 3; index += 1) log.warn({ index }, 'Without an error.');
  expect(written()).toHaveLength(7);
});
