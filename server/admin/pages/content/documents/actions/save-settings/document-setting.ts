import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { StaffKey, StaffTranslator } from '#server/admin/staff-translator.ts';

/** A simple value of a document, as staff change it in a form. */
export interface DocumentSetting {
  readonly name: string;
  readonly label: StaffKey;
  /** Number of a setting that has several fields. */
  readonly number?: number;
  /** Language of a setting that has a field for each. */
  readonly language?: Locale;
  readonly hint?: StaffKey;
  readonly type: 'text' | 'textarea' | 'select' | 'datetime-local' | 'date';
  /** Title of its group of fields. */
  group?(t: StaffTranslator): string;
  /** A number, written as that share of what is typed: 100 for percent. */
  readonly divisor?: 1 | 100;
  /** Values of a `select`; labelled by `settings.<name>.<value>` where that text exists, unless `nameOption` does. */
  readonly options?: readonly string[];
  nameOption?(t: StaffTranslator, option: string, locale: Locale): string;
  /** Path in the document, or in what a variant changes of its original; absent while it has its default. */
  readonly path: readonly [string, ...(string | number)[]];
  /** Default, shown while the path is absent. It is not written unless the path exists. */
  readonly usual?: string;
  /** The document must have it. */
  readonly required?: true;
  readonly pattern?: RegExp;
}
