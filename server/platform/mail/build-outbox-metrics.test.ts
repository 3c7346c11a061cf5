import { describe, expect, test } from 'vitest';
import { addCode, bench, request } from '#tests/helpers/backend.ts';
import { serveRegistration } from '#tests/helpers/registration-server.ts';

describe('the outbox in the metrics', () => {
  const { start } = bench('sqlite');

  test('is counted by status, and its oldest mail by its age', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    await backend.members.register(request());
    const delayed = { status: 'queued', next_attempt_at: '2099-01-01T00:00:00.000Z' } as const;
    await backend.ports.database.db.updateTable('outbox').set(delayed).execute();
    backend.pass(90_000);
    const server = await serveRegistration(backend, { METRICS_PORT: 'public' });
    const text = await (await fetch(`${server.url}metrics`)).text();
    expect(text).toMatch(/^vitrine_outbox_mails\{status="queued"\} 1$/m);
    expect(text).toMatch(/^vitrine_outbox_oldest_seconds 90$/m);
  });
});
