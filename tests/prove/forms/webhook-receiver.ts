import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a webhook request says of an entry (`docs/forms.md`). */
export interface ReceivedEntry {
  readonly form: string;
  readonly locale: string;
  readonly answers: Readonly<Record<string, unknown>>;
}

export interface WebhookReceiver {
  /** For `WEBHOOKS`. */
  readonly url: string;
  /** Entries of genuine requests, each once. */
  readonly entries: readonly ReceivedEntry[];
  /** Requests whose signature or age is wrong. */
  readonly forged: number;
  /** Requests that came again. */
  readonly repeated: number;
  close(): Promise<void>;
}

const MAX_AGE_SECONDS = 300;

/** A receiver as `docs/forms.md` describes it: it checks signature, age and repetition. */
export async function startWebhookReceiver(secret: string): Promise<WebhookReceiver> {
  const entries: ReceivedEntry[] = [];
  const known = new Set<string>();
  const counts = { forged: 0, repeated: 0 };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const id = String(request.headers['webhook-id']);
      const isGenuine = verify(request.headers, body, secret);
      if (!isGenuine) counts.forged += 1;
      else if (known.has(id)) counts.repeated += 1;
      else {
        known.add(id);
        // Checked edge: signed by the server under test.
        entries.push(JSON.parse(body) as ReceivedEntry);
      }
      response.writeHead(isGenuine ? 200 : 400).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/leads`,
    entries,
    get forged() {
      return counts.forged;
    },
    get repeated() {
      return counts.repeated;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function verify(headers: IncomingHttpHeaders, body: string, secret: string): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  );
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= MAX_AGE_SECONDS)) return false;
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest();
  return (signatures ?? '').split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
