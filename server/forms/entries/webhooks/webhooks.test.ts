import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Site } from '#engine/documents/types.ts';
import { bench, engines, START, type TestBackend } from '#tests/helpers/backend.ts';
import { everyType, formSite, goodAnswers } from '#tests/helpers/form-site.ts';
import { isPublicAddress, sendWebhook } from './send-webhook.ts';

const secret = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`;
const key = 'a secret of at least 24 bytes';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A target on this machine that answers with these statuses, the last one again and again; with 0 never. */
async function receiver(
  ...statuses: readonly number[]
): Promise<{ readonly url: string; readonly received: Received[]; readonly close: () => void }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const status = statuses[Math.min(received.length, statuses.length - 1)] ?? 200;
      received.push({ headers: request.headers, body });
      if (status === 0) return;
      if (status === 101) return response.socket?.write('HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  open.push(close);
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/leads`, received, close };
}

/** What a receiver checks, as docs/forms.md says. */
function isGenuine({ headers, body }: Received, now: number): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`]),
  );
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const isSigned = signatures?.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned === true && Math.abs(now / 1_000 - Number(timestamp)) < 300;
}

const formTo = (...names: readonly string[]) => ({
  ...everyType,
  actions: names.map((name) => ({ do: 'webhook' as const, name })),
});

const findPlace = (site: Site) => ({ site, document: site.documents.get('pages/contact') ?? null, block: null });

const send = (backend: TestBackend, name = 'Zoë', form = formTo('crm')) =>
  backend.formEntries.submitForm({
    ...findPlace(formSite(form)),
    form: 'forms/lead',
    fields: new URLSearchParams({ ...goodAnswers, name }),
    locale: 'de',
    query: new URLSearchParams(),
    network: '192.0.2.1',
    formKey: null,
    attribution: null,
  });

describe.each(engines)('requests to a webhook on %s', (engine) => {
  const { start } = bench(engine);
  const backendWith = (url: string) =>
    start({
      settings: { webhooks: [{ name: 'crm', url, secrets: ['the secret of tomorrow, as long as it', secret] }] },
    });
  const deliveries = (backend: TestBackend) =>
    backend.ports.database.db.selectFrom('webhook_deliveries').selectAll().execute();
  /** The worker has tried so often, and is done. */
  const settled = (backend: TestBackend, attempts = 1) =>
    vi.waitFor(async () => {
      expect(await deliveries(backend)).toMatchObject([{ attempts, lease_until: null }]);
    });

  test('are signed, and say what was answered', async () => {
    const { url, received } = await receiver(204);
    const backend = await backendWith(url);
    await send(backend);
    await settled(backend);
    const [first] = received;
    expect(first !== undefined && isGenuine(first, START)).toBe(true);
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      type: 'form.entry',
      form: 'lead',
      document: 'pages/contact',
      locale: 'de',
      answers: { name: 'Zoë', email: 'Zoe@Example.com', size: 'small', privacy: true },
    });
    expect(await deliveries(backend)).toMatchObject([{ status: 'sent', body: null, last_error: null }]);
  });

  test('are sent again with the same id and body while the target is down, redirects or has no address', async () => {
    const { url, received } = await receiver(500, 302, 200);
    const backend = await backendWith(url);
    await send(backend);
    const errors: unknown[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await settled(backend, attempt + 1);
      errors.push((await deliveries(backend))[0]?.last_error);
      backend.pass(3_600_000);
      backend.formEntries.webhooks.wake();
    }
    expect(errors).toEqual(['HTTP 500', 'HTTP 302', null]);
    expect(new Set(received.map(({ headers, body }) => `${String(headers['webhook-id'])} ${body}`)).size).toBe(1);
    expect(received.every((request, index) => isGenuine(request, START + index * 3_600_000))).toBe(true);
    expect(await backend.formEntries.webhooks.runOnce()).toBe(0);
  });

  test('do not wait for a target that never answers', async () => {
    const [slow, quick] = [await receiver(0), await receiver(200)];
    const backend = await start({
      settings: {
        webhooks: [
          { name: 'slow', url: slow.url, secrets: [secret] },
          { name: 'quick', url: quick.url, secrets: [secret] },
        ],
      },
    });
    await send(backend, 'Zoë', formTo('slow'));
    await vi.waitFor(() => expect(slow.received).toHaveLength(1));
    await send(backend, 'Anna', formTo('quick'));
    await vi.waitFor(() => expect(quick.received).toHaveLength(1));
    slow.close();
  });

  test('wait for a target that the settings do not name yet, and go with the data of their sender', async () => {
    const backend = await start();
    await send(backend);
    await settled(backend);
    expect(await deliveries(backend)).toMatchObject([{ status: 'queued', last_error: 'NOT_CONFIGURED' }]);
    expect(JSON.stringify(await deliveries(backend))).not.toContain('Zoe@');
    await backend.people.erase('zoe@example.com', 'command-line');
    expect(await deliveries(backend)).toEqual([]);
  });
});

test('an answer that switches protocols has not arrived', async () => {
  const { url } = await receiver(101);
  const sent = sendWebhook({ name: 'crm', url, secrets: [secret] }, { id: 'a', timestamp: 1, body: '{}' });
  await expect(sent).rejects.toThrow('HTTP 101');
});

test.each([
  'http://10.0.0.1/',
  'https://169.254.169.254/latest',
  'https://[fd00::1]/',
  'https://[::ffff:192.168.1.1]/',
])('A request to %s is refused, because such an address does not exist outside', async (url) => {
  const request = { id: 'a', timestamp: 1, body: '{}' };
  await expect(sendWebhook({ name: 'crm', url, secrets: [secret] }, request)).rejects.toThrow('INTERNAL_ADDRESS');
});

test('a name that leads to an internal address is refused when the connection is made', async () => {
  const target = { name: 'crm', url: 'https://crm.example/', secrets: [secret] };
  const request = { id: 'a', timestamp: 1, body: '{}' };
  const sent = sendWebhook(target, request, (_name, _options, answer) =>
    answer(null, [
      { address: '203.0.114.9', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]),
  );
  await expect(sent).rejects.toThrow('INTERNAL_ADDRESS');
});

test('addresses of the Internet are public, and no others', () => {
  const addresses = ['8.8.8.8', '2a00:1450::1', '100.64.0.1', '224.0.0.1', '::1', 'fe80::1', '2002:a00:1::', 'x'];
  expect(addresses.filter(isPublicAddress)).toEqual(['8.8.8.8', '2a00:1450::1']);
});
