import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { HttpClient } from './http-client.ts';

const script = readFileSync(join(import.meta.dirname, 'demo-rows.mjs'), 'utf8');

/** A staff user of every tree with all permissions. */
export const ADMIN = { email: 'anna@example.com', password: 'one password for every tree' } as const;

interface Said {
  readonly port: number;
  readonly links: Readonly<Record<'valid' | 'expired' | 'altered' | 'stripped' | 'social', string>>;
}

/** The rows of the demo and an admin in the database of a server in production mode, and beside it what only a demo shows: mails and documents. */
export class DemoRows {
  readonly client: HttpClient;
  readonly links: Said['links'];
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, { port, links }: Said) {
    this.#child = child;
    this.client = new HttpClient(port, `127.0.0.1:${port}`);
    this.links = links;
  }

  /**
   * Before the server of the tree starts, on its settings. Trees know how to fill a database since commands open it as servers do.
   *
   * @param flags Of Node
   */
  static async add(tree: string, flags: readonly string[], env: NodeJS.ProcessEnv): Promise<DemoRows> {
    const child = spawn(process.execPath, [...flags, '--input-type=module', '--eval', script], {
      cwd: tree,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...env, SAME_SEED: 'rows of the demo', SAME_ADMIN: JSON.stringify(ADMIN) },
    });
    let wrote = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (wrote += text));
    const said = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    const first: Said | number | null = said[0];
    if (typeof first === 'number' || first === null)
      throw new Error(`The rows of the demo could not be added in ${tree}. It wrote:\n${wrote}`);
    // Written at the time of the machine, which a server whose clock is the recorder's takes for the future.
    const folder = env['DATA_DIR'] ?? '';
    const then = Number(env['SAME_NOW']) / 1_000;
    for (const file of readdirSync(folder)) utimesSync(join(folder, file), then, then);
    return new DemoRows(child, first);
  }

  async close(): Promise<void> {
    this.client.close();
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}
