import { expect, test } from 'vitest';
import { UserError, UnavailableError } from '#engine/shared/errors.ts';
import { describeUnavailable } from './describe-unavailable.ts';

const coded = (code: string, message = '') => Object.assign(new Error(message), { code });

test.each([
  [coded('28P01', 'password authentication failed for user "v"'), 'refuses the password of DATABASE_URL'],
  [coded('3D000', 'database "x" does not exist'), 'does not exist. (database "x" does not exist)'],
  [coded('ECONNREFUSED'), 'No server listens at the host and port of DATABASE_URL.'],
  [coded('57P03', 'the database system is starting up'), 'is starting up'],
  [new UnavailableError('"0001-start" failed.', { cause: coded('42501', 'permission denied') }), 'must own the tables'],
  [
    new UnavailableError('"0001-start" failed (syntax error).', { cause: coded('42601', 'syntax error') }),
    '"0001-start" failed',
  ],
  [new UserError('The clock is wrong.'), 'The clock is wrong.'],
  [new Error('timeout exceeded when trying to connect'), 'PostgreSQL does not answer.'],
  [new Error('Connection terminated unexpectedly'), 'The connection to PostgreSQL broke.'],
  [new Error('Somebody said marie@example.com'), 'PostgreSQL cannot be used: Somebody said (address)'],
  ['nothing', 'PostgreSQL cannot be used.'],
])('%s is explained by what to look at', (error, sentence) => {
  expect(describeUnavailable(error)).toContain(sentence);
});
