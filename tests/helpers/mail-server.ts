import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  /** For `SMTP_URL`. */
  readonly url: string;
  /** The first link in the newest mail to an address, as soon as there is one; rejects after ten seconds. */
  linkTo(address: string): Promise<string>;
  close(): Promise<void>;
}

/** A mail server that takes everything and delivers nothing. */
export async function startMailServer(): Promise<MailServer> {
  const mails: { readonly to: readonly string[]; readonly raw: string }[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, raw: Buffer.concat(chunks).toString('latin1') });
        done();
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    async linkTo(address) {
      for (let waited = 0; waited < 10_000; waited += 50) {
        const mail = mails.findLast(({ to }) => to.includes(address));
        const link = mail && /https?:\/\/\S+/.exec(textPart(mail.raw))?.[0];
        if (link) return link;
        await sleep(50);
      }
      throw new Error(`No mail with a link came for "${address}".`);
    },
    close: () => new Promise((done) => smtp.close(done)),
  };
}

/** The plain part of a message, decoded as far as links need it (RFC 2045, 6.7 and 6.8). */
function textPart(raw: string): string {
  const part = raw.split(/^--.*$/m).find((each) => /^content-type: text\/plain/im.test(each)) ?? raw;
  const body = part.slice(part.indexOf('\r\n\r\n') + 4);
  if (/^content-transfer-encoding: base64/im.test(part)) return Buffer.from(body, 'base64').toString('utf8');
  return body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
