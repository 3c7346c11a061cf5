import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { WrittenPlace } from './protocol.ts';

/** A text in one language, or one of its plural forms. */
export interface TextForm {
  readonly place: WrittenPlace;
  readonly locale: Locale;
  /** Unless the document itself holds it. */
  readonly key: string | undefined;
}

/** A text that is edited where the page shows it. */
export interface EditedText {
  readonly form: TextForm;
  readonly element: HTMLElement;
  /** Of its one step in the history. */
  readonly subject: string;
}
