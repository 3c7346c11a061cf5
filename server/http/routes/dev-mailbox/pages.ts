import { createHash } from 'node:crypto';
import { escapeAttribute, escapeHtml } from '#engine/shared/escape.ts';
import type { UnsentMail } from '#server/platform/mail/index.ts';
import { style } from './style.ts';

export const stylePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The signature, which is the same in every mail, is not part of the excerpt. */
const FOOT = '\n-- \n';

/** All stored mails, newest first. */
export function listPage(mails: readonly UnsentMail[], basePath: string): string {
  const rows = mails.map(
    (mail) => `<li><a href="${basePath}dev/mail/${mail.id}">
<span class="subject">${escapeHtml(mail.subject)}</span>
<span class="to">${escapeHtml(mail.to)}</span>
<span class="meta">${escapeHtml(mail.template)} · ${mail.locale}${mail.status === 'dead' ? ' · could not be sent' : ''} · ${renderTime(mail)}</span>
</a></li>`,
  );
  const list =
    rows.length === 0
      ? '<p class="empty">No mail yet. Register with one of the codes that the server printed when it started, then reload this page.</p>'
      : `<ol class="list">${rows.join('')}</ol>`;
  const count = rows.length === 1 ? 'One mail' : `${rows.length} mails`;
  return page(
    'Mail',
    `<header><p class="eyebrow">Demo</p><h1>Mail</h1><p>${count}, kept instead of sent, newest first.</p></header>${list}`,
  );
}

/** One mail: its link, the HTML part in a sandbox, the text part. */
export function renderMailPage(mail: UnsentMail, basePath: string): string {
  const [letter = ''] = mail.text.split(FOOT);
  const link = /https?:\/\/\S+/.exec(letter)?.[0];
  const open =
    link === undefined
      ? ''
      : `<p><a class="open" target="_blank" rel="noopener" href="${escapeAttribute(link)}">Open the link of this mail</a></p>`;
  return page(
    mail.subject,
    `<header><p class="eyebrow"><a href="${basePath}dev/mail">All mail</a></p><h1>${escapeHtml(mail.subject)}</h1>
<p>To ${escapeHtml(mail.to)} · ${escapeHtml(mail.template)} · ${mail.locale} · ${renderTime(mail)}</p>${open}</header>
<div class="parts"><section><h2>HTML</h2>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="${basePath}dev/mail/${mail.id}/html" title="HTML part"></iframe></section>
<section><h2>Text</h2><pre>${escapeHtml(mail.text)}</pre></section></div>`,
  );
}

function renderTime({ at }: UnsentMail): string {
  return `<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;
}
