import { controlTexts, fieldTexts, buildCodeTextKey } from '#engine/shared/engine-texts.ts';
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
import type {
  FormConfirm,
  FormConfirmAsk,
  FormDocument,
  FormField,
  FormSent,
  FormSentInline,
} from '#schemas/generated/documents.ts';
import { bindText, bindCodeText, bindCodeTexts, type TextContext } from './bind.ts';

/** A form document in one language, as a block of the page shows it; without the common prefix of `action`. */
export function bindFormDocument(
  name: BlockForm,
  context: TextContext,
): Pick<BoundForm, 'action' | 'fields' | 'controlTexts'> & { readonly document: DocumentParts } {
  const { document: id, block } = splitBlockForm(name);
  const form = findFormDocument(id, context);
  const { submit, sent } = form;
  if (submit === undefined || sent === undefined)
    throw new InternalError(`The form "${id}" has no "submit" and "sent", so that no block can show it.`);
  return {
    action: id,
    ...bindFields(id, context),
    document: {
      block,
      ...(form.steps !== undefined && {
        steps: form.steps.map(({ title, fields: names }) => ({ title: bindText(title, context), fields: names })),
      }),
      submit: bindText(submit, context),
      ...(form.note !== undefined && { note: bindText(form.note, context) }),
      thanks: bindThanks(sent, context),
      ...(form.confirm !== undefined && { confirm: bindConfirm(form.confirm, context) }),
      ...(form.places !== undefined && { full: bindText(form.places.full, context) }),
    },
  };
}

/** The fields of a form document in one language, with texts. @param id of the form document */
export function bindFields(id: string, context: TextContext): Pick<BoundForm, 'fields' | 'controlTexts'> {
  const rulesByField = [...getFieldRules(findFormDocument(id, context))];
  return {
    fields: Object.fromEntries(rulesByField.map(([field, rules]) => [field, bindField(rules, context)])),
    controlTexts: bindCodeTexts('form', controlTexts, context),
  };
}

function findFormDocument(id: string, { site }: TextContext): FormDocument {
  const form = site.forms.get(id);
  if (form === undefined) throw new InternalError(`There is no form "${id}" in revision ${site.revision}.`);
  return form;
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
  return bindCodeText(buildCodeTextKey('field', message.word), fieldTexts[message.word], context);
}

function bindControl(field: FormField, context: TextContext): FieldControl {
  return {
    type: field.type,
    label: bindText(field.label, context),
    ...(field.help !== undefined && { help: bindText(field.help, context) }),
    ...('options' in field && {
      options: field.options.map(({ value, label, price }) => ({
        value,
        label: bindText(label, context),
        ...(price !== undefined && { price: bindText(price, context) }),
      })),
    }),
    ...('autocomplete' in field && field.autocomplete !== undefined && { autocomplete: field.autocomplete }),
    ...('width' in field && field.width === 'half' && { isHalf: true }),
    ...('rows' in field && field.rows !== undefined && { rows: field.rows }),
    ...('from' in field && field.from !== undefined && { from: field.from }),
    ...('to' in field && field.to !== undefined && { to: field.to }),
    ...(field.when !== undefined && { isConditional: true }),
  };
}
