import { formatAnswer, hasConfirmation, type ShownEntry } from './entry-view.ts';

/** A column for each field and parameter of the entries. */
export function buildCsvRows(found: readonly ShownEntry[]): readonly (readonly string[])[] {
  const listColumns = (part: 'answers' | 'query'): readonly string[] => [
    ...new Set(found.flatMap((entry) => Object.keys(entry[part]))),
  ];
  const [fields, parameters] = [listColumns('answers'), listColumns('query')];
  const isConfirmed = found.some(hasConfirmation);
  return [
    ['sent', ...(isConfirmed ? ['confirmed'] : []), 'language', 'page', ...fields, ...parameters],
    ...found.map(
      ({ sent_at: sent, confirm_until: until, confirmed_at: confirmed, locale, document, answers, query }) => [
        sent,
        // Empty where no confirmation was requested.
        ...(isConfirmed ? [until === null ? (confirmed ?? '') : 'no'] : []),
        locale,
        document ?? '',
        ...fields.map((field) => formatAnswer(answers[field])),
        ...parameters.map((name) => query[name] ?? ''),
      ],
    ),
  ];
}
