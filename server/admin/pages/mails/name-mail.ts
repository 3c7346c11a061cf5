import type { StaffWords } from '../../words.ts';

/** What a kind of mail is called; its template where nobody gave it a name. */
export function nameMail(words: StaffWords, template: string): string {
  const known: string = `mails.name.${template}`;
  return words.has(known) ? words(known) : template;
}
