import { escapeAttribute, escapeHtml } from '#engine/shared/escape.ts';
import { root } from '#server/platform/paths.ts';
import type { RenderedMail } from './mail-content.ts';
import { loadInlineAttachments } from './theme/inline-attachments.ts';
import type { MailTheme } from './theme/mail-theme.ts';

/** Renderings of a mail: light, dark, plain text. */
export const mailLooks = ['day', 'night', 'text'] as const;
export type MailLook = (typeof mailLooks)[number];

/** A mail as an HTML page in one rendering, regardless of browser preferences. */
export function previewMail(
  mail: RenderedMail,
  look: MailLook,
  { locale, theme }: { readonly locale: string; readonly theme: MailTheme },
): string {
  if (look === 'text')
    return `<!doctype html>
<html lang="${escapeAttribute(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(mail.subject)}</title></head>
<body><pre style="max-width:80ch;white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.5 monospace">${escapeHtml(mail.text)}</pre></body>
</html>
`;
  const [scheme, media] = look === 'night' ? ['dark', 'all'] : ['light', 'not all'];
  const shown = mail.html
    .replaceAll('(prefers-color-scheme:dark)', media)
    .replaceAll('content="light dark"', `content="${scheme}"`)
    .replaceAll('color-schemes:light dark', `color-schemes:${scheme}`)
    .replaceAll('color-scheme:light dark', `color-scheme:${scheme}`);
  return loadInlineAttachments(root, theme).selfContained(shown);
}
