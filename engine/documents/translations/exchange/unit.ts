import type { Locale } from '#schemas/generated/vocabulary.ts';

/** A mark that a tool put in the place of a tag or a placeholder, and does not say of which. */
export interface InlineMark {
  /** The same in source and translation. */
  readonly id: string;
  /** As it stands in the file, for people. */
  readonly shown: string;
}

/** Words of a text in their order, with marks between them. */
export type UnitText = readonly (string | InlineMark)[];

/** One text on its way to a translator. */
export interface SentUnit {
  readonly key: string;
  /** The words to translate. */
  readonly source: string;
  /** Empty while there is no translation. */
  readonly target: string;
  /** Where it is shown and why it is sent, for the translator. */
  readonly note: string;
}

/** One text as it came back. */
export interface Unit {
  readonly locale: Locale;
  /** What may be its key: tools number texts anew and keep the key elsewhere. */
  readonly names: readonly string[];
  readonly line: number;
  /** The words that were translated. */
  readonly source: UnitText;
  /** Empty where nobody translated it. */
  readonly target: UnitText;
  /** Why it is not taken, in words; `null` when nothing speaks against it so far. */
  readonly problem: string | null;
  /** Whether the file says that a person approved it. */
  readonly isApproved?: boolean;
}

/** Words as people read them. */
export function showWords(words: UnitText): string {
  return words.map((part) => (typeof part === 'string' ? part : part.shown)).join('');
}

export function isEmpty(words: UnitText): boolean {
  return words.every((part) => typeof part === 'string' && part.replaceAll(/[\s\u200B\u2060\uFEFF]/g, '') === '');
}
