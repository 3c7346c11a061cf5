import { createTransport } from 'nodemailer';
import type { InlineAttachments } from '#server/platform/mail/theme/inline-attachments.ts';
import type { RenderedMail } from '#server/platform/mail/mail-content.ts';

export interface OutgoingMail extends RenderedMail {
  readonly messageId: string;
  readonly to: string;
  readonly locale: string;
}

/** Hands a mail to the mail server; throws when it was rejected. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** Timeouts of SMTP in milliseconds (ASVS 5.0.0, 13.1.3). */
export const smtpLimits = { connection: 10_000, greeting: 10_000, socket: 10_000, connections: 2 } as const;

export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with user and password if required. */
  readonly url: string;
  /** Sender: an address, or a name with an address such as `The Example Shop <hello@example.com>`. */
  readonly from: string;
  /** Display name for an address without one; default: none. */
  readonly senderName?: () => string;
  /** Attachments of the brand at the time of sending. */
  readonly attachments: () => InlineAttachments;
  /** Overrides all three timeouts, for tests. */
  readonly timeoutMs?: number;
}

/** Sends by SMTP. Line breaks in headers are rejected, never folded (ASVS 5.0.0, 1.3.11). */
export function createSmtpTransport({ url, from, senderName, attachments, timeoutMs }: SmtpOptions): MailTransport {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: smtpLimits.connections,
      connectionTimeout: timeoutMs ?? smtpLimits.connection,
      greetingTimeout: timeoutMs ?? smtpLimits.greeting,
      socketTimeout: timeoutMs ?? smtpLimits.socket,
      dnsTimeout: timeoutMs ?? smtpLimits.connection,
      // Never read a file or URL as content.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: requireOneLine('sender', from) },
  );
  return {
    async send(mail) {
      const { html, images } = attachments().enclose(mail.html);
      await transport.sendMail({
        ...(senderName &&
          !from.includes('<') && {
            from: { name: requireOneLine('sender', mail.senderName ?? senderName()), address: from },
          }),
        to: { name: '', address: requireOneLine('recipient', mail.to) },
        ...(mail.replyTo !== undefined && {
          replyTo: { name: '', address: requireOneLine('address for answers', mail.replyTo) },
        }),
        subject: requireOneLine('subject', mail.subject),
        messageId: requireOneLine('message id', mail.messageId),
        html,
        text: mail.text,
        attachments: images.map((image) => ({ ...image, contentDisposition: 'inline' })),
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': requireOneLine('language', mail.locale) },
      });
    },
    close: () => transport.close(),
  };
}

/** Validates a header value: no control characters or line separators. @throws MailRefusedError */
export function requireOneLine(what: string, value: string): string {
  if (/[\p{Cc}\u2028\u2029]/u.test(value)) {
    throw new MailRefusedError(
      `The ${what} of a mail must be one line without control characters, but is ${JSON.stringify(value)}.`,
    );
  }
  return value;
}

/** A mail that can never be sent. */
export class MailRefusedError extends Error {
  override name = 'MailRefused';
}

/**
 * Whether retrying is pointless: the server responded 5xx to a command about this mail (RFC 5321, 4.2.1). A 5xx to the connection or the sign-in is a
 * configuration error, so those mails are retried.
 */
export function isPermanent(error: unknown): boolean {
  if (error instanceof MailRefusedError) return true;
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false;
  const { responseCode, command } = error;
  return (
    typeof responseCode === 'number' &&
    responseCode >= 500 &&
    typeof command === 'string' &&
    /^(?:MAIL FROM|RCPT TO|DATA)/.test(command)
  );
}
