import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { bench, engines } from '#tests/helpers/backend.ts';
import type { TestBackend } from '#tests/helpers/backend.ts';
import { DAY } from '#server/platform/database/timestamp.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { computePause, queueLimits } from '#server/platform/database/delivery-queue.ts';
import { createOutboxWorker } from '#server/platform/mail/outbox-worker.ts';
import { root } from '#server/platform/paths.ts';
import { projectBrand } from '#tests/helpers/brand.ts';
import { loadInlineAttachments } from '#server/platform/mail/theme/inline-attachments.ts';
import { createSmtpTransport } from '#server/platform/mail/transport.ts';

const servers: { close(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A mail server that keeps what it is given; `options` make it misbehave. Returns its URL and the messages. */
async function mailServer(options: SMTPServerOptions = {}): Promise<{ url: string; messages: string[] }> {
  const messages: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, _session, done) {
      let message = '';
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => (message += chunk));
      stream.on('end', () => {
        messages.push(message);
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  servers.push({ close: () => server.close(() => {}) });
  return { url: readUrl(server.server), messages };
}

const readUrl = (server: { address(): string | AddressInfo | null }): string => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server does not listen.');
  return `smtp://127.0.0.1:${address.port}`;
};

async function rawServer(behave: (socket: Socket) => void): Promise<{ url: string; server: Server }> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    behave(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return { url: readUrl(server), server };
}

const attachments = () => loadInlineAttachments(root, projectBrand().mails);
const failWith = (responseCode: number) => Object.assign(new Error('refused by the test'), { responseCode });

test('a letter travels with the images that it shows, as parts of the mail that the HTML names', async () => {
  const { url, messages } = await mailServer();
  const transport = createSmtpTransport({ url, from: 'The Example Club <hello@example.com>', attachments });
  const html = '<img src="cid:flap.png@letter" alt=""><img src="cid:emblem.png@letter" alt="">';
  await transport.send({
    messageId: '<1@example.com>',
    to: 'a@example.com',
    locale: 'en',
    subject: 'x',
    html,
    text: 'x',
  });
  transport.close();
  const parts = messages[0]?.match(/^(?:Content-Type: [\w/]+|Content-Id: \S+|Content-Disposition: \w+)/gim);
  expect(parts).toEqual([
    'Content-Type: multipart/alternative',
    'Content-Type: text/plain',
    'Content-Type: multipart/related',
    'Content-Type: text/html',
    'Content-Type: image/png',
    'Content-ID: <emblem.png@letter>',
    'Content-Disposition: inline',
    'Content-Type: image/png',
    'Content-ID: <flap.png@letter>',
    'Content-Disposition: inline',
  ]);
});

test.each([
  ['hello@example.com', 'The Café Club', /^From: =\?UTF-8\?Q\?The_Caf=C3=A9_Club\?= <hello@example\.com>$/m],
  ['Another Name <hello@example.com>', 'The Café Club', /^From: Another Name <hello@example\.com>$/m],
])('a mail from %s leaves with the name of the brand, unless it has one', async (from, name, expected) => {
  const { url, messages } = await mailServer();
  const transport = createSmtpTransport({ url, from, senderName: () => name, attachments });
  const mail = { messageId: '<1@example.com>', to: 'a@example.com', locale: 'en', subject: 'x', html: 'x', text: 'x' };
  await transport.send(mail);
  transport.close();
  expect(messages[0]).toMatch(expected);
});

describe.each(engines)('the outbox on %s', (engine) => {
  const { start, location } = bench(engine);
  const enqueue = (backend: TestBackend, to = 'ann@example.com', notBefore?: number) =>
    enqueueMail(
      backend.ports.database.db,
      { ...backend.ports, mailDomain: 'mail.example.com' },
      {
        template: 'waiting-list-joined',
        locale: 'sv',
        to,
        rendered: { subject: 'Välkommen', html: '<p>Välkommen</p>', text: 'Välkommen', replyTo: 'team@example.com' },
        notBefore,
      },
    );
  const workerFor = (backend: TestBackend, url: string, timeoutMs = 8_000) =>
    createOutboxWorker(
      backend.ports,
      createSmtpTransport({ url, from: 'The Example Club <hello@example.com>', attachments, timeoutMs }),
    );
  const rows = (backend: TestBackend) =>
    backend.ports.database.db
      .selectFrom('outbox')
      .select(['status', 'attempts', 'last_error', 'content', 'next_attempt_at'])
      .orderBy('created_at')
      .orderBy('id')
      .execute();

  test('sends HTML and text with a stable Message-ID and Auto-Submitted, then forgets the content', async () => {
    const { url, messages } = await mailServer();
    const backend = await start();
    await enqueue(backend);
    const worker = workerFor(backend, url);
    expect(await worker.runOnce()).toBe(1);
    await worker.stop();
    expect(messages[0]).toMatch(/^Auto-Submitted: auto-generated\r$/im);
    expect(messages[0]).toMatch(/^Message-ID: <[\w-]{22}@mail\.example\.com>\r$/im);
    expect(messages[0]).toMatch(/^Content-Language: sv\r$/im);
    expect(messages[0]).toMatch(/^Reply-To: team@example\.com\r$/im);
    expect(messages[0]).toMatch(/Content-Type: text\/plain[^]*Content-Type: text\/html/);
    expect(await rows(backend)).toMatchObject([{ status: 'sent', attempts: 1, content: null }]);
  });

  test('a mail for later does not count as waiting before its time, and is sent then', async () => {
    const { url, messages } = await mailServer();
    const backend = await start();
    await enqueue(backend, 'ann@example.com', backend.ports.clock.now() + DAY);
    const worker = workerFor(backend, url);
    backend.pass(DAY - 1_000);
    expect(await worker.runOnce()).toBe(0);
    expect((await backend.outbox.state()).oldestWaitingSeconds).toBe(0);
    backend.pass(31_000);
    expect((await backend.outbox.state()).oldestWaitingSeconds).toBe(30);
    expect(await worker.runOnce()).toBe(1);
    await worker.stop();
    expect(messages).toHaveLength(1);
  });

  test.each([
    ['refuses the recipient for now (4xx)', { onRcptTo: (_a, _s, done) => done(failWith(451)) }],
    ['refuses every connection (5xx)', { onConnect: (_s, done) => done(failWith(554)) }],
    [
      'refuses the message for now (4xx after DATA)',
      { onData: (stream, _s, done) => stream.resume().on('end', () => done(failWith(452))) },
    ],
  ] satisfies [string, SMTPServerOptions][])('a mail waits and is sent later when the server %s', async (_, broken) => {
    const backend = await start();
    await enqueue(backend);
    const bad = workerFor(backend, (await mailServer(broken)).url);
    expect(await bad.runOnce()).toBe(1);
    await bad.stop();
    expect(await rows(backend)).toMatchObject([{ status: 'queued', attempts: 1 }]);

    const { url, messages } = await mailServer();
    const good = workerFor(backend, url);
    expect(await good.runOnce()).toBe(0);
    backend.pass(queueLimits.firstPauseMs * 1.5);
    expect(await good.runOnce()).toBe(1);
    await good.stop();
    expect(messages).toHaveLength(1);
  });

  test('A permanently rejected mail is a dead letter, which staff can see and requeue', async () => {
    const backend = await start();
    await enqueue(backend);
    const bad = workerFor(backend, (await mailServer({ onRcptTo: (_a, _s, done) => done(failWith(550)) })).url);
    await bad.runOnce();
    await bad.stop();
    const [letter] = await backend.outbox.listDeadLetters();
    expect(letter).toMatchObject({ template: 'waiting-list-joined', attempts: 1, last_error: 'EENVELOPE 550 RCPT TO' });
    expect((await backend.outbox.state()).byStatus).toEqual({ dead: 1 });

    const id = letter?.id ?? '';
    expect(await backend.outbox.requeueDeadLetters([id, 'unknown'])).toEqual([id]);
    expect(await backend.outbox.requeueDeadLetters([id])).toEqual([]);
    const { url, messages } = await mailServer();
    const good = workerFor(backend, url);
    expect(await good.runOnce()).toBe(1);
    await good.stop();
    expect(messages).toHaveLength(1);
  });

  test.each([
    ['accepts and never speaks', (): void => {}],
    ['hangs up at once', (socket: Socket): void => void socket.destroy()],
    ['speaks and then hangs', (socket: Socket): void => void socket.write('220 hello\r\n')],
    [
      'drops the line after the message',
      (socket: Socket): void => {
        socket.write('220 hello\r\n');
        let inMessage = false;
        socket.on('data', (data) => {
          const text = data.toString();
          if (text.includes('\r\n.\r\n')) socket.destroy();
          else if (!inMessage) socket.write(text.startsWith('DATA') ? '354 go\r\n' : '250 ok\r\n');
          inMessage ||= text.startsWith('DATA');
        });
      },
    ],
  ])('a server that %s costs one attempt, never the mail', async (_, behave) => {
    const backend = await start();
    await enqueue(backend);
    const bad = workerFor(backend, (await rawServer(behave)).url, 300);
    expect(await bad.runOnce()).toBe(1);
    await bad.stop();
    expect(await rows(backend)).toMatchObject([{ status: 'queued', attempts: 1 }]);
    expect((await rows(backend))[0]?.content).not.toBeNull();
  });

  test('without a server at all the form succeeded already and the mail waits', async () => {
    const backend = await start();
    const { url, server } = await rawServer(() => {});
    server.close();
    await once(server, 'close');
    await enqueue(backend);
    const worker = workerFor(backend, url);
    await worker.runOnce();
    await worker.stop();
    expect(await rows(backend)).toMatchObject([{ status: 'queued', attempts: 1 }]);
    expect((await backend.outbox.state()).oldestWaitingSeconds).toBe(0);
    backend.pass(5_000);
    expect((await backend.outbox.state()).oldestWaitingSeconds).toBe(5);
  });

  test('several workers share the work: each mail leaves once', async () => {
    const { url, messages } = await mailServer();
    const place = await location();
    const [one, two] = [await start(place), await start(place)];
    for (let index = 0; index < 25; index += 1) await enqueue(one, `guest${index}@example.com`);
    const workers = [workerFor(one, url), workerFor(two, url), workerFor(two, url)];
    for (let round = 0; round < 3; round += 1) await Promise.all(workers.map((worker) => worker.runOnce()));
    await Promise.all(workers.map((worker) => worker.stop()));
    const recipients = messages.map((message) => /^To: (.*)\r$/m.exec(message)?.[1]);
    expect(recipients).toHaveLength(25);
    expect(new Set(recipients).size).toBe(25);
  });

  test('a worker that is stopped finishes what it has begun and leaves the rest to the next one', async () => {
    const backend = await start();
    for (let index = 0; index < 3 * queueLimits.batch; index += 1) await enqueue(backend, `guest${index}@example.com`);
    const begun = Promise.withResolvers<void>();
    const sent: string[] = [];
    const worker = createOutboxWorker(backend.ports, {
      async send({ to }) {
        begun.resolve();
        await sleep(50);
        sent.push(to);
      },
      close: () => undefined,
    });
    worker.wake();
    await begun.promise;
    await worker.stop();
    worker.wake();
    const left = (await rows(backend)).filter(({ status }) => status !== 'sent');
    expect(sent).toHaveLength(queueLimits.batch);
    expect(left).toHaveLength(2 * queueLimits.batch);
    expect(left.every(({ status, attempts }) => status === 'queued' && attempts === 0)).toBe(true);
  });

  test('a mail whose worker died is taken over when the lease ends, with the same Message-ID', async () => {
    const { url, messages } = await mailServer();
    const backend = await start();
    await enqueue(backend);
    const { db } = backend.ports.database;
    const lease = new Date(backend.ports.clock.now() + queueLimits.lease).toISOString();
    await db.updateTable('outbox').set({ status: 'sending', attempts: 1, lease_until: lease }).execute();
    const worker = workerFor(backend, url);
    expect(await worker.runOnce()).toBe(0);
    backend.pass(queueLimits.lease);
    expect(await worker.runOnce()).toBe(1);
    await worker.stop();
    const { message_id } = await db.selectFrom('outbox').select('message_id').executeTakeFirstOrThrow();
    expect(messages[0]).toContain(message_id);
  });

  test('after the last attempt a mail is dead', async () => {
    const backend = await start();
    await enqueue(backend);
    const bad = workerFor(backend, (await mailServer({ onRcptTo: (_a, _s, done) => done(failWith(451)) })).url);
    for (let attempt = 0; attempt < queueLimits.attempts; attempt += 1) {
      expect(await bad.runOnce()).toBe(1);
      backend.pass(queueLimits.maxPauseMs * 1.5);
    }
    expect(await bad.runOnce()).toBe(0);
    await bad.stop();
    expect(await rows(backend)).toMatchObject([{ status: 'dead', attempts: queueLimits.attempts }]);
  });

  test('A mail to a recipient with a line break is never sent and is a dead letter at once', async () => {
    const { url, messages } = await mailServer();
    const backend = await start();
    await enqueue(backend, 'ann@example.com\r\nBcc: evil@example.com');
    const worker = workerFor(backend, url);
    await worker.runOnce();
    await worker.stop();
    expect(messages).toEqual([]);
    expect(await rows(backend)).toMatchObject([{ status: 'dead', last_error: 'MailRefused' }]);
  });

  test('Without SMTP mails are stored and can be read', async () => {
    const backend = await start();
    await enqueue(backend);
    expect(await backend.outbox.sendNow()).toBe(1);
    expect(await backend.outbox.list()).toMatchObject([
      { to: 'ann@example.com', status: 'kept', subject: 'Välkommen' },
    ]);
  });

  test('registering with a dead mail server succeeds, and the link arrives when it is back', async () => {
    const bad = await mailServer({ onConnect: (_s, done) => done(failWith(421)) });
    const backend = await start({ smtpUrl: bad.url });
    expect(
      await backend.members.applyForMembership({
        form: { email: 'ann@example.com' },
        locale: 'en',
        network: '192.0.2.1',
      }),
    ).toMatchObject({ outcome: 'received' });
    expect(await backend.outbox.list()).toHaveLength(1);
  });
});

test('the pause doubles from attempt to attempt, spreads, and has an end', () => {
  expect([1, 2, 3].map((attempt) => computePause(attempt, 0.5))).toEqual([30_000, 60_000, 120_000]);
  expect([0, 0.999].map((fraction) => Math.round(computePause(1, fraction)))).toEqual([15_000, 44_970]);
  expect(computePause(50, 0.5)).toBe(queueLimits.maxPauseMs);
  const pauses = Array.from({ length: queueLimits.attempts - 1 }, (_, index) => computePause(index + 1, 0.5));
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000;
  // Documents and findings say "two days".
  expect(Math.round(hours / 24)).toBe(2);
});
