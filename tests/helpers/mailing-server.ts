import { afterAll, beforeAll } from 'vitest';
import { type MailServer, startMailServer } from './mail-server.ts';
import { type HostedServer, startHostedWithDemoRows } from './hosted-server.ts';

export interface MailingServer {
  /** Scheme, host and port without a trailing slash. */
  readonly origin: string;
  readonly mail: MailServer;
}

/** A server for the tests of one file whose mails arrive. Each visitor has an address of their own, so that the limits of one don't stop the next. */
export function mailingServer(): MailingServer {
  let mail: MailServer;
  let server: HostedServer;
  beforeAll(async () => {
    mail = await startMailServer();
    const env = { SMTP_URL: mail.url, MAIL_FROM: 'Maison Cercle <hello@example.com>' };
    server = await startHostedWithDemoRows(env);
  });
  afterAll(async () => {
    await server.stop();
    await mail.close();
  });
  return {
    get origin() {
      return server.origin;
    },
    get mail() {
      return mail;
    },
  };
}

/** Registers an address by a post, without a browser; resolves to the link of the mail that activates it. */
export async function activationLink({ origin, mail }: MailingServer, email: string): Promise<string> {
  const fields = {
    gender: 'woman',
    firstName: 'Zoë',
    lastName: 'Blanc',
    email,
    country: 'SE',
    terms: 'on',
    code: 'ANNA-50',
  };
  await fetch(`${origin}/de/do/register`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', referer: `${origin}/de?rc=ANNA-50` },
    body: new URLSearchParams(fields),
  });
  return mail.linkTo(email);
}
