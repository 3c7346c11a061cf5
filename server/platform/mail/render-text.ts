import type { MailContent, MailFrame } from '#server/platform/mail/mail-content.ts';

/** The same letter as plain text; lines are left whole, mail programs wrap them. */
export function renderText(content: MailContent, frame: MailFrame): string {
  const parts = [
    content.headline,
    content.greeting,
    ...content.paragraphs,
    content.code ? `${content.code.label}: ${content.code.value}` : '',
    content.button ? `${content.button.label}:\n${content.button.url}` : '',
    content.facts.join('\n'),
    content.note ?? '',
    `${frame.closing}\n${frame.site}`,
    `-- \n${frame.reason}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
