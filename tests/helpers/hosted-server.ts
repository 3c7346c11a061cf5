import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { HostedEnvironment } from '#tests/setup/server-host.ts';
import { productionBehindProxy } from './production-environment.ts';
import { freePort, type RunningServer } from './server.ts';

/** A server that shares its process with others of the run; `startServer` starts one that can be killed and says what it wrote. */
export type HostedServer = Pick<RunningServer, 'origin'> & { stop(): Promise<void> };

/**
 * Opens the built site on a free port with an empty data folder, in the process that does so for all browser tests.
 *
 * @param env Settings on top of the defaults
 */
export async function startHostedServer(env: HostedEnvironment['env'] = {}, demoRows = false): Promise<HostedServer> {
  const host = inject('serverHost');
  const port = env['PORT'] ?? String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const dataFolder = await mkdtemp(join(tmpdir(), 'vitrine-data-'));
  // The mode of the test runner is not the server's business.
  const all = { ...process.env, NODE_ENV: undefined, PORT: port, DATA_DIR: dataFolder, PUBLIC_ORIGIN: origin, ...env };
  const ask = async (init: RequestInit): Promise<void> => {
    const answer = await fetch(`${host}/${port}`, init);
    if (!answer.ok) throw new Error(`The server did not do as it was asked:\n${await answer.text()}`);
  };
  await ask({ method: 'POST', body: JSON.stringify({ env: all, demoRows } satisfies HostedEnvironment) });
  return {
    origin,
    async stop() {
      await ask({ method: 'DELETE' });
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** The same in production mode with the codes and members of the demo, for whatever a demo refuses; see `startWithDemoRows`. */
export async function startHostedWithDemoRows(env: HostedEnvironment['env'] = {}): Promise<HostedServer> {
  return startHostedServer(productionBehindProxy(env, String(await freePort())), true);
}
