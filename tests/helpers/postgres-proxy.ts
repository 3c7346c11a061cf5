import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as later } from 'node:timers';

export interface PostgresProxy {
  /** The URL of a database with the proxy in between. */
  url(direct: string): string;
  /** Milliseconds that each direction takes from now on. */
  delay: number;
  /** First statement of each round trip so far, by the name that its connection gave itself; in the order they were sent. */
  statements(application: string): readonly string[];
  /** How many connections of this name were opened so far. */
  opened(application: string): number;
  /** Forgets what was sent and opened so far. */
  forget(): void;
  /** Cuts every connection; new ones are accepted. */
  cut(): void;
  close(): Promise<void>;
}

interface RoundTrip {
  readonly application: string;
  readonly statement: string;
}

/**
 * Stands before PostgreSQL as a long cable does, and counts round trips: what a client sends up to the point where it waits for an
 * answer (PostgreSQL's manual, 55.2.3: a simple query, or a Sync).
 *
 * @param socket The socket of the server, a path
 */
export async function startPostgresProxy(socket: string): Promise<PostgresProxy> {
  const open = new Set<Socket>();
  let trips: RoundTrip[] = [];
  let starts: string[] = [];
  let delay = 0;
  const forward = (from: Socket, to: Socket): void => {
    from.on('data', (data) => {
      if (delay === 0) to.write(data);
      else later(() => to.write(data), delay);
    });
  };
  const server = createServer((client) => {
    const upstream = connect(socket);
    const reader = createReader({ trip: (trip) => trips.push(trip), start: (application) => starts.push(application) });
    client.setNoDelay().on('data', (data) => reader(data));
    forward(client, upstream);
    forward(upstream, client);
    for (const end of [client, upstream]) {
      open.add(end);
      end
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(end);
          client.destroy();
          upstream.destroy();
        });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    for (const end of open) end.destroy();
  };
  return {
    url(direct) {
      const { username, pathname } = new URL(direct);
      return `postgresql://${username}@127.0.0.1:${port}${pathname}`;
    },
    get delay() {
      return delay;
    },
    set delay(milliseconds) {
      delay = milliseconds;
    },
    statements: (application) =>
      trips.filter((trip) => trip.application === application).map(({ statement }) => statement),
    opened: (application) => starts.filter((each) => each === application).length,
    forget: () => {
      trips = [];
      starts = [];
    },
    cut,
    async close() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}

interface Listener {
  trip(trip: RoundTrip): void;
  start(application: string): void;
}

/** Reads what a client sends (PostgreSQL's manual, 55.7): a start-up message, then messages of a type, a length and a body. */
function createReader({ trip: note, start }: Listener): (data: Buffer) => void {
  let rest = Buffer.alloc(0);
  let application: string | null = null;
  let statement: string | null = null;
  return (data) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      const head = application === null ? 0 : 1;
      if (rest.length < head + 4) return;
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return;
      const type = head === 0 ? 'start' : String.fromCharCode(rest[0] ?? 0);
      const body = rest.subarray(head + 4, end);
      rest = rest.subarray(end);
      if (type === 'start') {
        application = nameIn(body);
        start(application);
      }
      if (type === 'Q') note({ application: application ?? '', statement: textIn(body) });
      if (type === 'P') statement ??= textIn(body.subarray(body.indexOf(0) + 1));
      if (type !== 'S') continue;
      note({ application: application ?? '', statement: statement ?? '' });
      statement = null;
    }
  };
}

const textIn = (body: Buffer): string => body.toString('utf8', 0, body.indexOf(0)).replaceAll(/\s+/g, ' ').trim();

/** Names and values of the start-up message, each ended by a zero. */
function nameIn(body: Buffer): string {
  const words = body.toString('utf8', 4).split('\0');
  return words[words.indexOf('application_name') + 1] ?? '';
}
