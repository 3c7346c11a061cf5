import type { MailCode, MailContent, MailFrame } from '#server/platform/mail/mail-content.ts';

/** The mail as plain text with unwrapped lines. The footer follows the signature separator (RFC 3676, 4.3). */
export function renderText(content: MailContent, frame: MailFrame): string {
  const parts = [
    frame.site,
    `${content.headline}\n${'='.repeat(content.headline.length)}`,
    content.greeting,
    ...content.paragraphs,
    content.code ? codeLines(content.code) : '',
    content.button ? linkLines(content.button) : '',
    content.facts.join('\n'),
    content.note ?? '',
    `${frame.closing}\n${frame.site}`,
    `-- \n${content.reason}`,
    frame.imprint.join('\n'),
    frame.links.map(linkLines).join('\n'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

// No colons: French requires a space before them.
const linkLines = ({ label, url }: { readonly label: string; readonly url: string }): string => `${label}\n${url}`;

const codeLines = ({ label, value, figure, terms = [] }: MailCode): string =>
  [label, ...(figure === undefined ? [] : [`    ${figure}`]), `    ${value}`, ...terms].join('\n');
