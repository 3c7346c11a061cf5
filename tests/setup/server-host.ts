import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { openSite, type OpenedSite } from '../../commands/serve-site.ts';
import { requireSettings } from '../../commands/run-command.ts';

/*
 * Opens servers of the built site for the browser tests, all of them in this process: to load the modules of a server and to compile its
 * first pages cold takes some four seconds of a core each time. `startHostedServer` asks it; it ends with the run.
 */

export interface HostedEnvironment {
  /** All settings of the server. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a server in production mode gets the codes and members of the demo. */
  readonly demoRows: boolean;
}

const opened = new Map<string, OpenedSite>();

async function open({ env, demoRows }: HostedEnvironment): Promise<void> {
  // A starting server delays all others, which must not refuse requests for that.
  const site = await openSite(requireSettings(env), undefined, () => 0);
  try {
    if (demoRows) await site.backend.members.demo.seed();
    await site.announce();
  } catch (error) {
    await site.stopper.stop('It did not start.');
    throw error;
  }
  opened.set(env['PORT'] ?? '', site);
}

async function answer(request: IncomingMessage): Promise<void> {
  const port = (request.url ?? '').slice(1);
  // Both ends are files of this project.
  if (request.method === 'POST') return open((await json(request)) as HostedEnvironment);
  const site = opened.get(port);
  if (site === undefined) throw new Error(`No server is open on port ${port}.`);
  await site.stopper.stop('The test has ended.');
  opened.delete(port);
}

const server = createServer((request, response) => {
  answer(request).then(
    () => response.end(),
    (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
  );
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.((server.address() as AddressInfo).port);
process.on('disconnect', () => process.exit());
