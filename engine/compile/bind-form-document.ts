import { fieldWords, wordsKey } from '#engine/shared/engine-words.ts';
import { InternalError } from '#engine/shared/errors.ts';
import { type BlockForm, splitBlockForm } from '#engine/shared/shown-form.ts';
import type {
  BoundField,
  BoundForm,
  DocumentParts,
  FieldControl,
  FormConfirmation,
  FormThanks,
} from '#engine/block-kit/form-types.ts';
import { type DocumentFieldRules, type RuleMessage, getFieldRules } from '#engine/documents/forms/field-rules.ts';
import type { LocalizedText } from '#engine/i18n/types.ts';
import type { FormConfirm, FormConfirmAsk, FormField, FormSent, FormSentInline } from '#schemas/generated/documents.ts';
import { bindText, bindWord, type TextContext } from './bind.ts';

/** A form document in one language, as one of the page's blocks shows it; `action` without what all forms share. */
export function bindFormDocument(
  name: BlockForm,
  context: TextContext,
): Pick<BoundForm, 'action' | 'fields'> & { readonly document: DocumentParts } {
  const { document: id, block } = splitBlockForm(name);
  const form = context.site.forms.get(id);
  if (form === undefined) throw new InternalError(`There is no form "${id}" in revision ${context.site.revision}.`);
  const fields = [...getFieldRules(form)].map(([field, rules]) => [field, bindField(rules, context)]);
  return {
    action: id,
    fields: Object.fromEntries(fields),
    document: {
      block,
      ...(form.steps !== undefined && {
        steps: form.steps.map(({ title, fields: names }) => ({ title: bindText(title, context), fields: names })),
      }),
      submit: bindText(form.submit, context),
      ...(form.note !== undefined && { note: bindText(form.note, context) }),
      thanks: bindThanks(form.sent, context),
      ...(form.confirm !== undefined && { confirm: bindConfirm(form.confirm, context) }),
      ...(form.places !== undefined && { full: bindText(form.places.full, context) }),
    },
  };
}

function bindThanks(sent: FormSent, context: TextContext): DocumentParts['thanks'] {
  return sent.show === 'page' ? null : bindTitled(sent, context);
}

function bindConfirm({ ask, confirmed }: FormConfirm, context: TextContext): FormConfirmation {
  return {
    ...bindTitled(ask, context),
    submit: bindText(ask.submit, context),
    thanks: bindThanks(confirmed, context),
  };
}

function bindTitled({ title, text }: FormSentInline | FormConfirmAsk, context: TextContext): FormThanks {
  return { title: bindText(title, context), ...(text !== undefined && { text: bindText(text, context) }) };
}

function bindField({ field, messages, ...rules }: DocumentFieldRules, context: TextContext): BoundField {
  const bound = Object.entries(messages).map(([rule, message]) => [rule, bindMessage(message, context)]);
  return { ...rules, messages: Object.fromEntries(bound), control: bindControl(field, context) };
}

function bindMessage(message: RuleMessage, context: TextContext): LocalizedText {
  if ('text' in message) return bindText(message.text, context);
  return bindWord(wordsKey('field', message.word), fieldWords[message.word], context);
}

function bindControl(field: FormField, context: TextContext): FieldControl {
  return {
    type: field.type,
    label: bindText(field.label, context),
    ...(field.help !== undefined && { help: bindText(field.help, context) }),
    ...('options' in field && {
      options: field.options.map(({ value, label }) => ({ value, label: bindText(label, context) })),
    }),
    ...('autocomplete' in field && field.autocomplete !== undefined && { autocomplete: field.autocomplete }),
    ...('width' in field && field.width === 'half' && { isHalf: true }),
    ...('rows' in field && field.rows !== undefined && { rows: field.rows }),
    ...('from' in field && field.from !== undefined && { from: field.from }),
    ...('to' in field && field.to !== undefined && { to: field.to }),
    ...(field.when !== undefined && { isConditional: true }),
  };
}
