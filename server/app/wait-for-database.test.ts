import { expect, onTestFinished, test } from 'vitest';
import { UnavailableError } from '#engine/shared/errors.ts';
import { SchemaBehindError } from '#server/platform/database/schema-state.ts';
import { waitForDatabase } from './wait-for-database.ts';

const silent = { info: () => undefined, warn: () => undefined };

test.each([
  ['a migration that nobody ran keeps visitors away until it has run', new SchemaBehindError('Run it.'), ['Run it.']],
  ['an outage of the database keeps nobody away', new UnavailableError('It is gone.'), []],
])('%s', async (_, error, reasons) => {
  let isThere = false;
  const prepare = () => (isThere ? Promise.resolve() : Promise.reject(error));
  const preparation = waitForDatabase(prepare, silent, { isLocal: false });
  onTestFinished(() => preparation.stop());
  await preparation.begun;
  expect(preparation.health()).toMatchObject({ reasons, details: { missing: { database: { why: error.message } } } });
  isThere = true;
  await preparation.done;
  expect(preparation.health()).toEqual({ reasons: [] });
});
