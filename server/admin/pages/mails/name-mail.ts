import type { StaffWords } from '../../words.ts';

/** Display name of a kind of mail; its template id without a translation. */
export function nameMail(words: StaffWords, template: string): string {
  const known: string = `mails.name.${template}`;
  return words.has(known) ? words(known) : template;
}
