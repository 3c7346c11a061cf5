import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBackendForCommand } from '#server/app/open-backend.ts';
import { formatProblems, readSettings } from '#server/platform/settings/read-settings.ts';
import { productionBehindProxy } from './production-environment.ts';
import { projectSite } from './project-site.ts';
import { freePort, type RunningServer, type ServerOptions, startServer } from './server.ts';

/**
 * The built site in production mode, with the codes and members of the demo in its database: for whatever a demo refuses, such as
 * a proxy in front, through which each visitor has an address of their own. It prints no codes and has no admin and no mailbox.
 */
export async function startWithDemoRows({ env = {}, ...options }: ServerOptions = {}): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-demo-rows-'));
  const port = String(await freePort());
  const all = { DATA_DIR: folder, ...productionBehindProxy(env, port) };
  await addDemoRows(all);
  const server = await startServer({ ...options, env: all });
  const thenRemove = async <Result>(ended: Promise<Result>): Promise<Result> => {
    const result = await ended;
    await rm(folder, { recursive: true, force: true });
    return result;
  };
  return { ...server, kill: () => thenRemove(server.kill()), stop: () => thenRemove(server.stop()) };
}

async function addDemoRows(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const parsed = readSettings(env);
  if (!parsed.ok) throw new Error(formatProblems(parsed.problems));
  const backend = await openBackendForCommand(parsed.settings, { site: await projectSite() });
  await backend.members.demo.seed().finally(() => backend.close());
}
