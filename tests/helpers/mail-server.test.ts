import { createTransport } from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';
import { startMailServer } from './mail-server.ts';

test('the link of a mail is read whole, wherever its line is wrapped', async () => {
  const mail = await startMailServer();
  const transport = createTransport({ url: mail.url, pool: true });
  onTestFinished(async () => {
    transport.close();
    await mail.close();
  });
  // A wrapped line (RFC 2045, 6.7) that begins with "--" looks like a boundary of the message.
  for (let length = 120; length < 196; length += 1) {
    const link = `https://example.com/${'a'.repeat(length)}--${'b'.repeat(80)}`;
    const to = `guest-${length}@example.com`;
    await transport.sendMail({ from: 'hello@example.com', to, text: `Grüße\n\n${link}\n\nBis bald` });
    expect(await mail.linkTo(to)).toBe(link);
  }
});
