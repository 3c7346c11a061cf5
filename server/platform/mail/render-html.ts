import { escapeAttribute, escapeHtml } from '#engine/shared/escape.ts';
import { getDirection } from '#engine/shared/languages.ts';
import { buildImageUrl } from '#server/platform/mail/theme/inline-attachments.ts';
import type { MailTheme } from '#server/platform/mail/theme/mail-theme.ts';
import { buildStyleSheets, WIDTH } from '#server/platform/mail/theme/style.ts';
import type { MailCode, MailContent, MailFrame } from '#server/platform/mail/mail-content.ts';

/**
 * A mail in the theme of the brand: a sheet of paper, in an envelope where the brand has one. Tables and inline styles, since mail clients support little
 * else; one button; light and dark. Images are decorative: without them it is paper on the lining colour with the same content.
 */
export function renderHtml(content: MailContent, frame: MailFrame): string {
  const { theme } = frame;
  const { day, envelope } = theme;
  const direction = getDirection(frame.locale);
  const start = direction === 'rtl' ? 'right' : 'left';
  return `<!doctype html>
<html lang="${escapeAttribute(frame.locale)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(content.subject)}</title>
${buildStyleSheets(theme)}
</head>
<body class="out" style="margin:0;padding:0;background:${day.ground};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;mso-hide:all">${escapeHtml(content.preheader)}${afterPreheader}</div>
<table class="out" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${day.ground}" style="background:${day.ground}">
<tr><td align="center" style="padding:36px 12px 44px">
<!--[if mso]><table role="presentation" width="${WIDTH}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:${WIDTH}px">
${envelope === undefined ? '<tr><td style="padding:0">' : aroundPaper(envelope, theme.lining)}
<table class="leaf" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${day.paper}" style="background:${day.paper}">
<tr><td class="in" align="${start}" style="padding:44px 56px 36px">
${branding(frame)}
${sheet(content, frame)}
</td></tr>
</table>
</td></tr>
${envelope === undefined ? '' : belowPaper(envelope)}<tr><td class="in m" align="${start}" style="padding:32px 56px 0;font:400 14px/22px ${theme.text.stack};color:${day.mutedText}">
${foot(content.reason, frame)}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;
}

/** Keeps mail clients from filling the preview line with the text that follows: figure spaces with combining joiners. */
const afterPreheader = '&#8199;&#847; '.repeat(40).trimEnd();

type Envelope = NonNullable<MailTheme['envelope']>;

const aroundPaper = ({ flap, lining }: Envelope, colour: string): string =>
  `<tr><td style="font-size:0;line-height:0">${image(flap)}</td></tr>
<tr><td bgcolor="${colour}" style="background:${colour} url('${buildImageUrl(lining)}') center top/cover;padding:0 4.375%;mso-padding-alt:0 28px">`;

const belowPaper = ({ pocket, pocketAtNight }: Envelope): string =>
  `<tr><td style="font-size:0;line-height:0">${image(pocket, 'day')}<!--[if !mso]><!-->${image(pocketAtNight, 'night')}<!--<![endif]--></td></tr>
`;

function image(file: string, when?: 'day' | 'night'): string {
  const shown = when === 'night' ? 'none' : 'block';
  const name = when ? ` class="${when}"` : '';
  return `<img${name} src="${buildImageUrl(file)}" width="${WIDTH}" alt="" style="display:${shown};width:100%;height:auto;border:0">`;
}

function branding({ site, locale, theme: { emblem, display, day } }: MailFrame): string {
  const gap = getDirection(locale) === 'rtl' ? '0 0 0 12px' : '0 12px 0 0';
  const drawing =
    emblem === undefined
      ? ''
      : `<td style="padding:${gap};font-size:0"><img src="${buildImageUrl(emblem)}" width="32" height="32" alt="" style="display:block;border:0"></td>`;
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${drawing}<td class="mark" style="font:400 20px/32px ${display.stack};color:${day.text}">${escapeHtml(site)}</td></tr></table>`;
}

function sheet(content: MailContent, frame: MailFrame): string {
  const { theme } = frame;
  const { display, text, day } = theme;
  return [
    `<h1 class="h1" style="margin:40px 0 22px;font:400 42px/47px ${display.stack};letter-spacing:-.6px;color:${day.text}">${escapeHtml(content.headline)}</h1>`,
    ...[content.greeting, ...content.paragraphs].map((words) => paragraph(unbroken(words, frame), theme)),
    content.code ? codeLines(content.code, theme) : '',
    content.button ? button(content.button, theme) : '',
    ...quietLines(content, frame),
    `<p class="t" style="margin:26px 0 0;font:400 17px/27px ${text.stack};color:${day.text}">${escapeHtml(frame.closing)}<br>${escapeHtml(frame.site)}</p>`,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Maximum length of a name that fits on one line of the narrowest phone with another word. */
const SHORT = 24;

/** Text in which the name of the site is not broken across lines. */
const unbroken = (words: string, { site }: MailFrame): string =>
  site.length > SHORT ? words : words.replaceAll(site, () => site.replaceAll(' ', '\u00A0'));

const paragraph = (words: string, { text, day }: MailTheme): string =>
  `<p class="t" style="margin:0 0 18px;font:400 17px/27px ${text.stack};color:${day.text}">${escapeHtml(words).replaceAll('\n', '<br>')}</p>`;

const quiet = (html: string, { text, day }: MailTheme): string =>
  `<p class="m" style="margin:0 0 10px;font:400 15px/23px ${text.stack};color:${day.mutedText}">${html}</p>`;

/** Text below the button: facts, further links, then the note. */
function quietLines({ facts, button: pressed, note }: MailContent, frame: MailFrame): readonly string[] {
  const underButton = [...facts.map(escapeHtml), ...(pressed ? [otherWay(pressed.url, frame)] : [])].join(' ');
  return [underButton, note === undefined ? '' : escapeHtml(note)]
    .filter((line) => line !== '')
    .map((line) => quiet(line, frame.theme));
}

function otherWay(url: string, { fallback, fallbackLink, theme: { day } }: MailFrame): string {
  const link = `<a href="${escapeAttribute(url)}" style="color:${day.mutedText}">${escapeHtml(fallbackLink)}</a>`;
  return escapeHtml(fallback).replace('{link}', () => link);
}

function codeLines({ label, value, figure, terms = [] }: MailCode, theme: MailTheme): string {
  const { display, text, day } = theme;
  const large =
    figure === undefined
      ? ''
      : `<p class="fig" style="margin:0 0 6px;font:400 56px/63px ${display.stack};letter-spacing:-.6px;color:${day.figure}">${escapeHtml(figure)}</p>\n`;
  const small = terms.map((term) => `\n${quiet(escapeHtml(term), theme)}`).join('');
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:26px 0 12px"><tr><td class="hr" style="border-top:1px solid ${day.line};border-bottom:1px solid ${day.line};padding:22px 0 14px">
<p class="e" style="margin:0 0 8px;font:500 13px/19px ${text.stack};letter-spacing:2px;text-transform:uppercase;color:${day.eyebrow}">${escapeHtml(label)}</p>
${large}<p class="t" style="margin:0 0 10px;font:500 21px/30px ${text.stack};letter-spacing:2px;color:${day.text}">${escapeHtml(value)}</p>${small}
</td></tr></table>`;
}

/** The cell has the colour and the link the padding, so that the whole button is clickable in all clients. */
function button({ label, url }: NonNullable<MailContent['button']>, { text, day }: MailTheme): string {
  return `<table class="btn-t" role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:30px 0 28px"><tr><td class="btn" align="center" bgcolor="${day.accent}" style="background:${day.accent}"><a href="${escapeAttribute(url)}" style="display:inline-block;padding:17px 34px;font:500 17px/22px ${text.stack};color:${day.onAccent};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}

function foot(reason: string, frame: MailFrame): string {
  const {
    imprint,
    links,
    theme: { day },
  } = frame;
  const anchors = links.map(
    ({ label, url }) =>
      `<a href="${escapeAttribute(url)}" style="color:${day.mutedText};line-height:36px;white-space:nowrap">${escapeHtml(label)}</a>`,
  );
  return [escapeHtml(unbroken(reason, frame)), '', ...imprint.map(escapeHtml), anchors.join(' &nbsp; ')].join('<br>\n');
}
