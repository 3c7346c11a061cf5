import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface TakenMail {
  readonly to: readonly string[];
  /** With its angle brackets. */
  readonly messageId: string;
  /** The first link in its plain text; `null` without one. */
  readonly link: string | null;
}

/** What a mail server may be like; all but the first are outages. */
export const moods = ['well', 'refusing', 'hanging', 'later', 'closed', 'never', 'dropping'] as const;

/**
 * `refusing`: accepts no connection. `hanging`: accepts and never speaks. `later`: 451 to every mail. `closed`: 554 instead of a
 * greeting. `never`: 550 to every recipient. `dropping`: takes the whole mail and hangs up instead of saying so.
 */
export type Mood = (typeof moods)[number];

export interface MailServer {
  /** For `SMTP_URL`. */
  readonly url: string;
  /** Everything that arrived, the oldest first; with `dropping` also what the sender believes lost. */
  readonly mails: readonly TakenMail[];
  /** The first link in the newest mail to an address, as soon as there is one; rejects after half a minute. */
  linkTo(address: string): Promise<string>;
  /** Changes how it behaves from the next connection on; open connections end. */
  become(mood: Mood): Promise<void>;
  close(): Promise<void>;
}

/** A mail server that takes everything and delivers nothing. */
export async function startMailServer(): Promise<MailServer> {
  const mails: TakenMail[] = [];
  let mood: Mood = 'well';
  let smtp = await listen(0);
  const { port } = smtp.server.address() as AddressInfo;

  async function listen(at: number): Promise<SMTPServer> {
    const server = createServer(() => mood, mails);
    server.listen(at, '127.0.0.1');
    await once(server.server, 'listening');
    return server;
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async linkTo(address) {
      for (let waited = 0; waited < 30_000; waited += 50) {
        const link = mails.findLast(({ to }) => to.includes(address))?.link;
        if (link) return link;
        await sleep(50);
      }
      throw new Error(`No mail with a link came for "${address}".`);
    },
    async become(next) {
      await close(smtp);
      mood = next;
      if (next !== 'refusing') smtp = await listen(port);
    },
    close: () => close(smtp),
  };
}

function createServer(mood: () => Mood, mails: TakenMail[]): SMTPServer {
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1,
    onConnect(_session, done) {
      if (mood() === 'closed') done(answer(554, 'No service here.'));
      else if (mood() !== 'hanging') done();
    },
    onRcptTo(_address, _session, done) {
      if (mood() === 'never') done(answer(550, 'No such mailbox.'));
      else done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (mood() === 'later') return done(answer(451, 'Try again later.'));
        const { messageId = '', text = '' } = await PostalMime.parse(Buffer.concat(chunks));
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          messageId,
          link: /https?:\/\/\S+/.exec(text)?.[0] ?? null,
        });
        if (mood() === 'dropping') for (const socket of sockets) socket.destroy();
        else done();
      });
    },
  });
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  // A client that hangs up is its own affair.
  server.on('error', () => undefined);
  return server;
}

const answer = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

async function close(server: SMTPServer): Promise<void> {
  if (!server.server.listening) return;
  await new Promise<void>((done) => server.close(done));
}
