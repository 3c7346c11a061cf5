import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { WrittenPlace } from './protocol.ts';

/** A text in one language, or one of its plural forms. */
export interface TextForm {
  readonly place: WrittenPlace;
  readonly locale: Locale;
  /** Absent for inline texts. */
  readonly key: string | undefined;
}

/** A text that is being edited on the page. */
export interface EditedText {
  readonly form: TextForm;
  readonly element: HTMLElement;
  /** Subject of its undo step. */
  readonly subject: string;
}
