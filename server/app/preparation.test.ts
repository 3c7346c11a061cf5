import { expect, onTestFinished, test } from 'vitest';
import { Outage } from '#engine/base/errors.ts';
import { SchemaBehind } from '#server/platform/database/schema-state.ts';
import { startPreparing } from './preparation.ts';

const silent = { info: () => undefined, warn: () => undefined };

test.each([
  ['a migration that nobody ran keeps visitors away until it has run', new SchemaBehind('Run it.'), ['Run it.']],
  ['an outage of the database keeps nobody away', new Outage('It is gone.'), []],
])('%s', async (_, error, reasons) => {
  let isThere = false;
  const prepare = () => (isThere ? Promise.resolve() : Promise.reject(error));
  const preparation = startPreparing(prepare, silent, { isLocal: false });
  onTestFinished(() => preparation.stop());
  await preparation.begun;
  expect(preparation.health()).toMatchObject({ reasons, details: { missing: { database: { why: error.message } } } });
  isThere = true;
  await preparation.done;
  expect(preparation.health()).toEqual({ reasons: [] });
});
