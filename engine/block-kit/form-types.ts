import type { FormField } from '#schemas/generated/documents.ts';
import type { LocalizedText } from '#engine/i18n/types.ts';
import type { FormPhase, ShownForm } from '#engine/shared/shown-form.ts';
import type { FieldRules } from '#schemas/generated/forms.ts';

/** Rules of a field with messages in the page's language, by JSON Schema keyword. */
export interface BoundField extends Omit<FieldRules, 'messages'> {
  readonly messages: Readonly<Record<string, LocalizedText>>;
  /** Display names of `options` in the page's language, in its sort order; for options with fixed names. */
  readonly optionNames?: readonly { readonly value: string; readonly label: string }[];
  /** For fields of form documents. */
  readonly control?: FieldControl;
}

/** Display of a field of a form document. */
export interface FieldControl {
  readonly type: FormField['type'];
  readonly label: LocalizedText;
  readonly help?: LocalizedText;
  readonly options?: readonly FieldOption[];
  readonly autocomplete?: string;
  readonly isHalf?: boolean;
  /** Initially visible lines. */
  readonly rows?: number;
  /** First and last day, ISO 8601. */
  readonly from?: string;
  readonly to?: string;
  /** Whether it depends on another field. */
  readonly isConditional?: boolean;
}

export interface FieldOption {
  readonly value: string;
  readonly label: LocalizedText;
  readonly price?: LocalizedText;
}

/** Text shown in place of the fields after sending. */
export interface FormThanks {
  readonly title: LocalizedText;
  readonly text?: LocalizedText;
}

/** Texts for the confirmation link in a mail to the sender. */
export interface FormConfirmation {
  readonly title: LocalizedText;
  readonly text?: LocalizedText;
  readonly submit: LocalizedText;
  /** Shown after confirmation; `null` when another page thanks. */
  readonly thanks: FormThanks | null;
}

/** A step of a form document, with its field names. */
export interface FormStep {
  readonly title: LocalizedText;
  readonly fields: readonly string[];
}

/** Texts of a form document beside its fields. */
export interface DocumentParts {
  /** Id of its block, submitted by the form. */
  readonly block: string;
  /** Steps, shown one after the other. */
  readonly steps?: readonly FormStep[];
  readonly submit: LocalizedText;
  readonly note?: LocalizedText;
  /** `null` when another page thanks. */
  readonly thanks: FormThanks | null;
  /** For a form with confirmation by mail. */
  readonly confirm?: FormConfirmation;
  /** For a form with places: shown when all are taken. */
  readonly full?: LocalizedText;
}

/** A form as rendered: rules; after an error, submitted values and messages. */
export interface BoundForm {
  /** Target of the form in the page's language. */
  readonly action: string;
  /** Its step in a journey's flow. */
  readonly step?: string;
  readonly fields: Readonly<Record<string, BoundField>>;
  /** Submitted or preset values by field; multiple values are joined by line breaks. */
  readonly values: Readonly<Record<string, string>>;
  /** Errors from the server, by field. */
  readonly errors: Readonly<Record<string, LocalizedText>>;
  /** Error of the form as a whole. */
  readonly refusal: LocalizedText | null;
  readonly words: FormTexts;
  /** For forms with fields of a form document. */
  readonly controlTexts?: ControlTexts;
  /** For form documents. */
  readonly document?: DocumentParts;
  /** Index of the current step of a form document; default: the first. */
  readonly stepIndex?: number;
  /** Content in place of the fields, if any. */
  readonly state?: FormPhase;
}

/** Error texts common to all forms. */
export type FormTexts = Readonly<Record<'one' | 'several' | 'kept' | 'allKept', LocalizedText>>;

/** Texts beside fields of form documents. */
export type ControlTexts = Readonly<Record<'optional' | 'choose', LocalizedText>>;

/** Additional props of a block whose properties select a form. */
export interface ChosenForm {
  readonly form: ShownForm;
}
