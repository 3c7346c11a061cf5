import { escapeAttribute, escapeHtml } from '#engine/base/escape.ts';
import type { MailContent, MailFrame } from '#server/platform/mail/mail-content.ts';

const IVORY = '#F6F1E9';
const PAPER = '#FFFFFF';
const INK = '#14120F';
const SOFT_INK = '#5B544A';
const OXBLOOD = '#6B1221';
const CHAMPAGNE = '#C8A766';
const SERIF = "'Bodoni Moda','Didot','Bodoni 72','Playfair Display',Georgia,'Times New Roman',serif";
const SANS = "'Instrument Sans','Helvetica Neue',Helvetica,Arial,sans-serif";

/** The house's letter: tables and inline styles, since mail programs know little else; no pictures, nothing loaded. */
export function renderHtml(content: MailContent, frame: MailFrame): string {
  const site = escapeHtml(frame.site);
  return `<!doctype html>
<html lang="${escapeAttribute(frame.locale)}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(content.subject)}</title>
</head>
<body style="margin:0;padding:0;background-color:${IVORY};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(content.preheader)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${IVORY}" style="background-color:${IVORY}">
<tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px">
<tr><td align="center" style="padding:0 0 28px;font-family:${SERIF};font-size:20px;line-height:28px;letter-spacing:.02em;color:${INK}">${site}</td></tr>
<tr><td bgcolor="${PAPER}" style="background-color:${PAPER};border-top:1px solid ${CHAMPAGNE};border-bottom:1px solid ${CHAMPAGNE};padding:48px 40px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${rows(content, frame)}
</table>
</td></tr>
<tr><td align="center" style="padding:28px 24px 0;font-family:${SANS};font-size:13px;line-height:20px;color:${SOFT_INK}">${escapeHtml(frame.reason)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function rows(content: MailContent, frame: MailFrame): string {
  return [
    `<tr><td style="padding:0 0 28px"><h1 style="margin:0;font-family:${SERIF};font-weight:400;font-size:36px;line-height:42px;letter-spacing:-.02em;color:${INK}">${escapeHtml(content.headline)}</h1></td></tr>`,
    ...[content.greeting, ...content.paragraphs].map((line) => paragraph(line, 17, INK)),
    content.code ? codeRow(content.code) : '',
    content.button ? buttonRow(content.button) : '',
    ...content.facts.map((line) => paragraph(line, 15, SOFT_INK)),
    content.note ? paragraph(content.note, 15, SOFT_INK) : '',
    `<tr><td style="padding:20px 0 0;font-family:${SANS};font-size:17px;line-height:26px;color:${INK}">${escapeHtml(frame.closing)}<br><span style="font-family:${SERIF}">${escapeHtml(frame.site)}</span></td></tr>`,
    content.button ? fallbackRow(frame.fallback, content.button.url) : '',
  ]
    .filter((row) => row !== '')
    .join('\n');
}

const paragraph = (text: string, size: number, colour: string): string =>
  `<tr><td style="padding:0 0 16px;font-family:${SANS};font-size:${size}px;line-height:${Math.round(size * 1.55)}px;color:${colour}">${escapeHtml(text)}</td></tr>`;

function codeRow({ label, value }: NonNullable<MailContent['code']>): string {
  return `<tr><td style="padding:8px 0 24px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" bgcolor="${IVORY}" style="background-color:${IVORY};border:1px solid ${CHAMPAGNE};padding:20px 12px">
<div style="font-family:${SANS};font-size:12px;line-height:18px;letter-spacing:.14em;text-transform:uppercase;color:${SOFT_INK}">${escapeHtml(label)}</div>
<div style="padding-top:6px;font-family:'Courier New',Courier,monospace;font-size:22px;line-height:30px;letter-spacing:.08em;color:${INK}">${escapeHtml(value)}</div>
</td></tr></table></td></tr>`;
}

/** The cell carries the colour and the link the padding, so that the whole button can be pressed everywhere. */
function buttonRow({ label, url }: NonNullable<MailContent['button']>): string {
  return `<tr><td style="padding:12px 0 28px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" bgcolor="${OXBLOOD}" style="background-color:${OXBLOOD}">
<a href="${escapeAttribute(url)}" style="display:inline-block;padding:16px 36px;font-family:${SANS};font-size:17px;line-height:20px;color:#FFFFFF;text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table></td></tr>`;
}

function fallbackRow(fallback: string, url: string): string {
  return `<tr><td style="padding:28px 0 0;font-family:${SANS};font-size:13px;line-height:20px;color:${SOFT_INK}">${escapeHtml(fallback)}<br><a href="${escapeAttribute(url)}" style="color:${OXBLOOD};word-break:break-all">${escapeHtml(url)}</a></td></tr>`;
}
