import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GraphqlServer, startGraphqlServer } from '#tests/helpers/graphql-server.ts';

let server: GraphqlServer;
beforeAll(async () => {
  server = await startGraphqlServer({ open: true });
});
afterAll(() => server.stop());

const audits = serverAudits({ url: () => server.url });

test('the specification is audited in 61 points', () => {
  expect(audits).toHaveLength(61);
});

for (const audit of audits) {
  test(`GraphQL over HTTP ${audit.id} with all limits on: ${audit.name}`, async () => {
    expect(await audit.fn()).toMatchObject({ status: 'ok' });
  });
}
