import { createHash } from 'node:crypto';
import { escapeHtml } from '#engine/shared/escape.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { closedPolicy } from '#server/site/pages/security-headers.ts';

const style =
  ':root{color-scheme:light dark}body{margin:0;min-height:100svh;display:grid;place-content:center;padding:1.5rem;font:1.0625rem/1.6 system-ui,sans-serif;color:canvastext;background:canvas}main{max-width:34rem}h1{margin:0 0 .75rem;font-size:1.75rem;line-height:1.25;font-weight:600}p{margin:0}button{margin-top:1.5rem;padding:.75rem 1.5rem;font:inherit;color:canvas;background:canvastext;border:0}';

interface PlainPage {
  readonly locale: Locale;
  readonly title: string;
  readonly text: string;
  /** A form below the text, as HTML. */
  readonly form?: string;
}

/** A page that needs neither the site nor the database, with its Content-Security-Policy. */
export function renderPlainPage({ locale, title, text, form }: PlainPage): {
  readonly html: string;
  readonly policy: string;
} {
  const policy = closedPolicy.replace('form-action', `style-src ${hashInline(style)}; form-action`);
  return {
    html: `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form ?? ''}</main></body></html>`,
    policy: form === undefined ? policy : policy.replace("form-action 'none'", "form-action 'self'"),
  };
}

/** Source of an inline style or script in a Content-Security-Policy. */
export const hashInline = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
