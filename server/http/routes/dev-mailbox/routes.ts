import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Outbox } from '#server/platform/mail/index.ts';
import type { InlineAttachments } from '#server/platform/mail/theme/inline-attachments.ts';
import { listPage, renderMailPage, stylePolicy } from './pages.ts';

/** Maximum mails in the list. */
const NEWEST = 100;

/** Content security policy of a mail: sandboxed, loads nothing, links open in new tabs. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** `/dev/mail`: the mails of demo mode without a mail server (B8). */
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
    return mail === undefined ? reply.callNotFound() : send(reply, renderMailPage(mail, basePath), stylePolicy);
  });
  app.get<{ Params: { id: string } }>('/dev/mail/:id/html', async (request, reply) => {
    const mail = await find(request.params.id);
    return mail === undefined
      ? reply.callNotFound()
      : send(reply, inNewTabs(attachments().selfContained(mail.html)), MAIL_POLICY);
  });
}

/** Links open in new tabs, so that the mailbox stays open. */
const inNewTabs = (html: string): string => html.replaceAll('<a href=', '<a target="_blank" rel="noopener" href=');
