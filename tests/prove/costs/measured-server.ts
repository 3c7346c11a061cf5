import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { Backend } from '#server/app/backend.ts';
import { type StaffGroup, staffGroups } from '#server/staff/permissions.ts';
import { PASSWORD } from '#tests/helpers/admin-visitor.ts';
import { type RunningServer, startServer } from '#tests/helpers/server.ts';
import { setStage } from '../parts/stage.ts';

/** One request as it stands on the wire. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export interface Measured {
  /** Milliseconds of the server's processor. */
  readonly milliseconds: number;
  /** 0 for a connection that ended without an answer. */
  readonly status: number;
  readonly answer: string;
}

export interface MeasuredServer {
  /** Pairs of a method and a pattern. */
  readonly routes: readonly (readonly [method: string, pattern: string])[];
  /** The cookie of each group of the staff. */
  readonly staff: ReadonlyMap<StaffGroup, string>;
  measure(sent: Sent): Promise<Measured>;
  /** Bytes that are held after rubbish was collected. */
  held(): Promise<number>;
  stop(): Promise<void>;
}

interface Report {
  readonly milliseconds: number;
  readonly bytes: number;
  readonly routes: MeasuredServer['routes'];
}

const preload = pathToFileURL(join(import.meta.dirname, 'report.mjs')).href;

/**
 * A server in production mode, with an account of each group of the staff, that says how much of the processor it uses.
 * @param tree The folder of another release; the present one when left out.
 */
export async function startMeasuredServer(tree?: string): Promise<MeasuredServer> {
  const stage = await setStage('sqlite');
  const socketPath = join(stage.environment['DATA_DIR'] ?? '', 'costs.sock');
  let server: RunningServer | null = null;
  try {
    server = await startServer({
      ...(tree !== undefined && { cwd: tree }),
      startWithin: 240_000,
      command: ['--expose-gc', '--import', preload, 'commands/serve.ts'],
      env: {
        ...stage.environment,
        COSTS_SOCKET: socketPath,
        VITRINE_MODE: 'production',
        LOG_LEVEL: 'error',
        METRICS_PORT: 'public',
        GRAPHQL_PERSISTED_ONLY: 'false',
        SENTRY_DSN: 'http://key@127.0.0.1:9/1',
        PRECOMPILE_PAGES: 'none',
        PAGE_COMPRESSION: 'quick',
      },
    });
    const backend = await stage.backend();
    const staff = await listCookies(backend).finally(() => backend.close());
    return measured(server, { staff, socketPath, close: () => stage.close() }, await report(socketPath, '/routes'));
  } catch (error) {
    await server?.stop();
    await stage.close();
    throw error;
  }
}

async function listCookies({ staff }: Backend): Promise<ReadonlyMap<StaffGroup, string>> {
  const cookies = new Map<StaffGroup, string>();
  for (const group of staffGroups) {
    const made = await staff.createAdmin({ email: `${group}@example.com`, name: group, password: PASSWORD, group });
    if (made.outcome !== 'created') throw new Error('Expected an account.');
    const { token } = await staff.issueAccessToken({ role: 'admin', subject: made.admin.id, replaces: null });
    cookies.set(group, `admin=${token}`);
  }
  return cookies;
}

interface Rest {
  readonly staff: MeasuredServer['staff'];
  readonly socketPath: string;
  readonly close: () => Promise<void>;
}

function measured(server: RunningServer, { staff, socketPath, close }: Rest, { routes }: Report): MeasuredServer {
  const { port, host } = new URL(server.origin);
  let senders = 0;
  let used = 0;
  return {
    routes,
    staff,
    async measure(sent) {
      senders += 1;
      // Limits count networks: each request comes from one of its own.
      const from = `10.${(senders >> 16) & 255}.${(senders >> 8) & 255}.${senders & 255}`;
      const bytes = encodeRequest({ ...sent, headers: [...sent.headers, ['x-forwarded-for', from]] }, host);
      const said = await exchange(Number(port), bytes);
      // What it did since the request before, and for this report, counts as well.
      const before = used;
      used = (await report(socketPath, '/')).milliseconds;
      const end = said.indexOf('\r\n\r\n');
      return {
        milliseconds: used - before,
        status: Number(said.slice(9, 12)),
        answer: end === -1 ? '' : said,
      };
    },
    held: async () => (await report(socketPath, '/collect')).bytes,
    async stop() {
      await server.stop();
      await close();
    },
  };
}

/** Milliseconds after which a request counts as never answered. */
const HANGS = 15_000;

/** All that is answered until the connection ends: a server that reads no more may end it while it is written to. */
async function exchange(port: number, bytes: Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  socket.write(bytes);
  // What hangs is found out by its status: none.
  const late = setTimeout(() => socket.destroy(), HANGS);
  // Not `once`, which rejects for an error before it.
  await new Promise((resolve) => socket.on('close', resolve));
  clearTimeout(late);
  return Buffer.concat(parts).toString();
}

function encodeRequest({ method, path, headers, body }: Sent, host: string): Buffer {
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(method === 'GET' ? [] : [`Content-Length: ${body.length}`]),
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

async function report(socketPath: string, path: string): Promise<Report> {
  const asked = request({ socketPath, path }).end();
  const [response] = await once(asked, 'response');
  return JSON.parse(await text(response));
}
