import type { StaffTranslator } from '../../staff-translator.ts';

/** Display name of a kind of mail; its template id without a translation. */
export function nameMail(t: StaffTranslator, template: string): string {
  const known: string = `mails.name.${template}`;
  return t.has(known) ? t(known) : template;
}
