import { test } from 'vitest';
import { measureAll } from '#tests/prove/costs/costs.ts';
import { startMeasuredServer } from '#tests/prove/costs/measured-server.ts';
import { fewRequests } from '#tests/prove/costs/requests.ts';

/** A busy machine may make a request so much dearer; what is quadratic is a hundred times as dear. */
const BUSY = 4;

test('no route is costly, long or repeats what it was sent, whatever is in the request', async ({ expect }) => {
  const server = await startMeasuredServer();
  const { broken } = await measureAll(server, fewRequests(server), 1, undefined, BUSY).finally(() => server.stop());
  expect(server.routes.length).toBeGreaterThan(100);
  expect(broken).toEqual([]);
});
