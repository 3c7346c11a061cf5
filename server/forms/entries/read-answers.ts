import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import {
  type DocumentFieldRules,
  EMAIL,
  type FieldRuleName,
  getFieldRules,
  TEL,
} from '#engine/documents/forms/field-rules.ts';
import { selectVisibleFields } from '#engine/documents/forms/conditions.ts';
import type { FormDocument, FormField } from '#schemas/generated/documents.ts';
import { type Email, readEmail } from '#server/platform/forms/email.ts';

export type Answer = string | number | true | readonly string[];

/** Answers by field; unanswered fields are left out. */
export type Answers = Readonly<Record<string, Answer>>;

/** A field with the broken rule. */
export interface BrokenRule {
  readonly field: string;
  readonly rule: FieldRuleName;
}

export interface ReadAnswers {
  readonly answers: Answers;
  /** At most one per field: the first to correct. */
  readonly errors: readonly BrokenRule[];
  /** Of the first answered `email` field. */
  readonly email: Email | null;
}

/** Posted answers, normalized and validated by the rules of the form document. Fields whose condition does not hold and unknown fields are dropped. */
export function readAnswers(form: FormDocument, fields: URLSearchParams): ReadAnswers {
  const asked = selectVisibleFields(form, (name) => fields.getAll(name));
  const answers: Record<string, Answer> = {};
  const errors: BrokenRule[] = [];
  let email: Email | null = null;
  for (const [name, rules] of getFieldRules(form)) {
    if (!asked.has(name)) continue;
    const read = readField(rules, fields.getAll(name));
    if ('rule' in read) errors.push({ field: name, rule: read.rule });
    if (!('answer' in read)) continue;
    answers[name] = read.answer;
    if (rules.field.type === 'email' && typeof read.answer === 'string') email ??= readEmail(read.answer);
  }
  return { answers, errors, email };
}

type ReadField = { readonly answer: Answer } | { readonly rule: FieldRuleName } | Readonly<Record<string, never>>;

function readField(rules: DocumentFieldRules, posted: readonly string[]): ReadField {
  const { field, kind, required } = rules;
  const missing: ReadField = required ? { rule: 'required' } : {};
  if (kind === 'flag') return posted.some((value) => value !== '') ? { answer: true } : missing;
  if (kind === 'choices') {
    const chosen = [...new Set(posted.filter((value) => value !== ''))];
    if (chosen.length === 0) return missing;
    return chosen.every((value) => rules.options?.includes(value)) ? { answer: chosen } : { rule: 'pattern' };
  }
  const text = cleanText(field, posted[0] ?? '');
  if (text === '') return missing;
  if (kind === 'choice') return rules.options?.includes(text) ? { answer: text } : { rule: 'pattern' };
  if (text.length > (rules.maxLength ?? text.length)) return { rule: 'maxLength' };
  if (text.length < (rules.minLength ?? 0)) return { rule: 'minLength' };
  return readText(field, text);
}

/** Reads a text and validates its length and characters. */
function readText(field: FormField, text: string): ReadField {
  switch (field.type) {
    case 'email':
      return !EMAIL.test(text) || readEmail(text) === null ? { rule: 'pattern' } : { answer: text };
    case 'tel':
      return !TEL.test(text) || text.replaceAll(/\D/g, '').length < 5 ? { rule: 'pattern' } : { answer: text };
    case 'number': {
      const number = parseWholeNumber(text);
      const { minimum = -Infinity, maximum = Infinity } = field;
      return number >= minimum && number <= maximum ? { answer: number } : { rule: 'pattern' };
    }
    case 'date':
      return isDay(text) && text >= (field.from ?? text) && text <= (field.to ?? text)
        ? { answer: text }
        : { rule: 'pattern' };
    default:
      return { answer: text };
  }
}

/** Whether an ISO 8601 date exists. */
function isDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Unicode NFC without invisible characters; single-line texts have single spaces. */
function cleanText({ type }: FormField, text: string): string {
  const lines = text.normalize('NFC').replaceAll(/\r\n?/g, '\n');
  const visible = lines.replaceAll(/[\p{Cc}\p{Bidi_Control}\u{FEFF}]/gv, (character) =>
    character === '\n' ? '\n' : '',
  );
  return (type === 'textarea' ? visible : visible.replaceAll(/\s+/g, ' ')).trim();
}
