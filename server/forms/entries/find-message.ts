import { fieldTexts } from '#engine/shared/engine-texts.ts';
import { getFieldRules } from '#engine/documents/forms/field-rules.ts';
import type { Site } from '#engine/documents/types.ts';
import { localizeText } from '#engine/i18n/localize-text.ts';
import { toPlainText } from '#engine/i18n/to-plain-text.ts';
import type { FormDocument } from '#schemas/generated/documents.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { BrokenRule } from './read-answers.ts';

/** Message of a broken rule at its field; empty for a rule without one. */
export function findMessage(site: Site, form: FormDocument, { field, rule }: BrokenRule, locale: Locale): string {
  const message = getFieldRules(form).get(field)?.messages[rule];
  if (message === undefined) return '';
  return toPlainText(localizeText(site, 'text' in message ? message.text : fieldTexts[message.word], locale));
}
