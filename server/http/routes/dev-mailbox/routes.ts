import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Outbox } from '#server/platform/mail/index.ts';
import type { InlineAttachments } from '#server/platform/mail/theme/inline-attachments.ts';
import { listPage, mailPage, stylePolicy } from './pages.ts';

/** How many mails the list shows. */
const NEWEST = 100;

/** Mail programs show whatever a mail brings along; here it is in a sandbox, loads nothing and opens its links in new tabs. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** `/dev/mail`: what the demo's mails say. Only for demo mode without a mail server (B8). */
export function addDevMail(
  app: FastifyInstance,
  outbox: Pick<Outbox, 'list'>,
  attachments: () => InlineAttachments,
  basePath: string,
): void {
  const send = (reply: FastifyReply, html: string, policy: string): FastifyReply =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'Cache-Control': 'no-store', 'Content-Security-Policy': policy, 'X-Robots-Tag': 'noindex' })
      .send(html);
  const find = async (id: string) => (await outbox.list(NEWEST)).find((mail) => mail.id === id);

  app.get('/dev/mail', async (_request, reply) =>
    send(reply, listPage(await outbox.list(NEWEST), basePath), stylePolicy),
  );
  app.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    const mail = await find(request.params.id);
    return mail === undefined ? reply.callNotFound() : send(reply, mailPage(mail, basePath), stylePolicy);
  });
  app.get<{ Params: { id: string } }>('/dev/mail/:id/html', async (request, reply) => {
    const mail = await find(request.params.id);
    return mail === undefined
      ? reply.callNotFound()
      : send(reply, inNewTabs(attachments().selfContained(mail.html)), MAIL_POLICY);
  });
}

/** A mailbox stays open beside what its letters lead to, and has no part in it. */
const inNewTabs = (html: string): string => html.replaceAll('<a href=', '<a target="_blank" rel="noopener" href=');
