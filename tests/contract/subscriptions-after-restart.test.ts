import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { persistedIds } from '#schemas/generated/graphql/persisted-ids.ts';
import { addCode, tokenFor } from '#tests/helpers/backend.ts';
import { registerSomebody, startGraphqlServer } from '#tests/helpers/graphql-server.ts';
import { createSubscriptionClient } from '#engine/client/core/subscription-client.ts';

const PEOPLE = 10;
const SCREENS = 20;

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** A browser's socket, which sends the cookie of the session. */
function socketWith(cookie: string): unknown {
  return class extends WebSocket {
    constructor(address: string, protocols: string) {
      super(address, protocols, { headers: { cookie } });
    }
  };
}

test('hundreds of open subscriptions come back after a restart, and none misses what happened meanwhile', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-restart-'));
  folders.push(dataDir);
  const first = await startGraphqlServer({ database: { dataDir } });
  await addCode(first.backend, 'PLACES', PEOPLE);
  const emails = Array.from({ length: PEOPLE }, (_, index) => `person-${index}@example.com`);
  const states: string[] = [];
  const failed = vi.fn<(error: unknown) => void>();
  let completed = 0;
  for (const email of emails) {
    const webSocket = socketWith((await registerSomebody(first, email)).cookie);
    for (let screen = 0; screen < SCREENS; screen += 1) {
      const index = states.push('') - 1;
      createSubscriptionClient({ url: first.socketUrl, webSocket }).subscribe(
        {
          operationName: 'registrationStatus',
          query: '',
          extensions: { persistedQuery: { sha256Hash: persistedIds['registrationStatus'] } },
        },
        {
          next: (data) => {
            states[index] = JSON.stringify(data);
          },
          error: failed,
          complete: () => {
            completed += 1;
          },
        },
      );
    }
  }
  const count = (state: string): number => states.filter((text) => text.includes(state)).length;
  await vi.waitFor(() => expect(count('FINISHED')).toBe(PEOPLE * SCREENS), 60_000);
  const tokens = await Promise.all(emails.map((email) => tokenFor(first.backend, email)));
  await first.stop();

  const second = await startGraphqlServer({ database: { dataDir }, port: Number(new URL(first.origin).port) });
  // Before most have come back.
  for (const token of tokens) await second.backend.members.activate({ token, network: '192.0.2.1' });
  await vi.waitFor(() => expect(completed).toBe(PEOPLE * SCREENS), 60_000);
  expect(count('ACTIVATED')).toBe(PEOPLE * SCREENS);
  expect(failed).not.toHaveBeenCalled();
  await second.stop();
}, 150_000);
