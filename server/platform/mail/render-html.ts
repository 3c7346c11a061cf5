import { escapeAttribute, escapeHtml } from '#engine/base/escape.ts';
import { type LetterPicture, pictureUrl } from '#server/platform/mail/letter/enclosures.ts';
import { day, SANS, SERIF, styleSheets, WIDTH } from '#server/platform/mail/letter/style.ts';
import type { MailCode, MailContent, MailFrame } from '#server/platform/mail/mail-content.ts';

/**
 * A letter of the house: paper in an envelope lined with satin. Tables and inline styles, since mail programs know little else; one
 * button, by day and by night. Its pictures are decoration: without them it is paper on oxblood, and says the same.
 */
export function renderHtml(content: MailContent, frame: MailFrame): string {
  return `<!doctype html>
<html lang="${escapeAttribute(frame.locale)}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(content.subject)}</title>
${styleSheets}
</head>
<body class="out" style="margin:0;padding:0;background:${day.ground};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;mso-hide:all">${escapeHtml(content.preheader)}${afterPreheader}</div>
<table class="out" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${day.ground}" style="background:${day.ground}">
<tr><td align="center" style="padding:36px 12px 44px">
<!--[if mso]><table role="presentation" width="${WIDTH}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:${WIDTH}px">
<tr><td style="font-size:0;line-height:0">${picture('flap.png')}</td></tr>
<tr><td bgcolor="${day.lining}" style="background:${day.lining} url('${pictureUrl('lining.jpg')}') center top/cover;padding:0 4.375%;mso-padding-alt:0 28px">
<table class="leaf" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${day.paper}" style="background:${day.paper}">
<tr><td class="in" align="left" style="padding:44px 56px 36px">
${letterhead(frame.site)}
${sheet(content, frame)}
</td></tr>
</table>
</td></tr>
<tr><td style="font-size:0;line-height:0">${picture('pocket.png', 'day')}<!--[if !mso]><!-->${picture('pocket-night.png', 'night')}<!--<![endif]--></td></tr>
<tr><td class="in m" align="left" style="padding:32px 56px 0;font:400 14px/22px ${SANS};color:${day.soft}">
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

/** Keeps mail programs from filling the line beside the subject with what follows: figure spaces, each joined to nothing. */
const afterPreheader = '&#8199;&#847; '.repeat(40).trimEnd();

function picture(file: LetterPicture, when?: 'day' | 'night'): string {
  const shown = when === 'night' ? 'none' : 'block';
  const name = when ? ` class="${when}"` : '';
  return `<img${name} src="${pictureUrl(file)}" width="${WIDTH}" alt="" style="display:${shown};width:100%;height:auto;border:0">`;
}

function letterhead(site: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="padding:0 12px 0 0;font-size:0"><img src="${pictureUrl('emblem.png')}" width="32" height="32" alt="" style="display:block;border:0"></td><td class="mark" style="font:400 20px/32px ${SERIF};color:${day.ink}">${escapeHtml(site)}</td></tr></table>`;
}

function sheet(content: MailContent, frame: MailFrame): string {
  return [
    `<h1 class="h1" style="margin:40px 0 22px;font:400 42px/47px ${SERIF};letter-spacing:-.6px;color:${day.ink}">${escapeHtml(content.headline)}</h1>`,
    ...[content.greeting, ...content.paragraphs].map(paragraph),
    content.code ? codeLines(content.code) : '',
    content.button ? button(content.button) : '',
    ...quietLines(content, frame),
    `<p class="t" style="margin:26px 0 0;font:400 17px/27px ${SANS};color:${day.ink}">${escapeHtml(frame.closing)}<br>${escapeHtml(frame.site)}</p>`,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const paragraph = (text: string): string =>
  `<p class="t" style="margin:0 0 18px;font:400 17px/27px ${SANS};color:${day.ink}">${escapeHtml(text)}</p>`;

const quiet = (html: string): string =>
  `<p class="m" style="margin:0 0 10px;font:400 15px/23px ${SANS};color:${day.soft}">${html}</p>`;

/** What stands under the button: what holds for it and where else it leads, then the note. */
function quietLines({ facts, button: pressed, note }: MailContent, frame: MailFrame): readonly string[] {
  const underButton = [...facts.map(escapeHtml), ...(pressed ? [otherWay(pressed.url, frame)] : [])].join(' ');
  return [underButton, note === undefined ? '' : escapeHtml(note)].filter((line) => line !== '').map(quiet);
}

function otherWay(url: string, { fallback, fallbackLink }: MailFrame): string {
  const link = `<a href="${escapeAttribute(url)}" style="color:${day.soft}">${escapeHtml(fallbackLink)}</a>`;
  return escapeHtml(fallback).replace('{link}', () => link);
}

function codeLines({ label, value, figure, terms = [] }: MailCode): string {
  const large =
    figure === undefined
      ? ''
      : `<p class="fig" style="margin:0 0 6px;font:400 56px/63px ${SERIF};letter-spacing:-.6px;color:${day.oxblood}">${escapeHtml(figure)}</p>\n`;
  const small = terms.map((term) => `\n${quiet(escapeHtml(term))}`).join('');
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:26px 0 12px"><tr><td class="hr" style="border-top:1px solid ${day.line};border-bottom:1px solid ${day.line};padding:22px 0 14px">
<p class="e" style="margin:0 0 8px;font:500 13px/19px ${SANS};letter-spacing:2px;text-transform:uppercase;color:${day.label}">${escapeHtml(label)}</p>
${large}<p class="t" style="margin:0 0 10px;font:500 21px/30px ${SANS};letter-spacing:2px;color:${day.ink}">${escapeHtml(value)}</p>${small}
</td></tr></table>`;
}

/** The cell carries the colour and the link the padding, so that the whole button can be pressed everywhere. */
function button({ label, url }: NonNullable<MailContent['button']>): string {
  return `<table class="btn-t" role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:30px 0 28px"><tr><td class="btn" align="center" bgcolor="${day.oxblood}" style="background:${day.oxblood}"><a href="${escapeAttribute(url)}" style="display:inline-block;padding:17px 34px;font:500 17px/22px ${SANS};color:#F6F1E9;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}

function foot(reason: string, { imprint, links }: MailFrame): string {
  const anchors = links.map(
    ({ label, url }) =>
      `<a href="${escapeAttribute(url)}" style="color:${day.soft};line-height:36px;white-space:nowrap">${escapeHtml(label)}</a>`,
  );
  return [escapeHtml(reason), '', ...imprint.map(escapeHtml), anchors.join(' &nbsp; ')].join('<br>\n');
}
