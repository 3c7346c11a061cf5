import type { FormField } from '#schemas/generated/documents.ts';
import type { LocalizedText } from '#engine/i18n/types.ts';
import type { FormPhase, ShownForm } from '#engine/shared/shown-form.ts';
import type { FieldRules } from '#schemas/generated/forms.ts';

/** A field's rules with its messages in the page's language, by JSON Schema keyword. */
export interface BoundField extends Omit<FieldRules, 'messages'> {
  readonly messages: Readonly<Record<string, LocalizedText>>;
  /** Names of `options` in the page's language, in the order in which it lists them; for options that have a name everywhere. */
  readonly optionNames?: readonly { readonly value: string; readonly label: string }[];
  /** Of a field of a form document. */
  readonly control?: FieldControl;
}

/** How a field of a form document is shown. */
export interface FieldControl {
  readonly type: FormField['type'];
  readonly label: LocalizedText;
  readonly help?: LocalizedText;
  readonly options?: readonly { readonly value: string; readonly label: LocalizedText }[];
  readonly autocomplete?: string;
  readonly isHalf?: boolean;
  /** Lines of a text that are visible at first. */
  readonly rows?: number;
  /** First and last day, ISO 8601. */
  readonly from?: string;
  readonly to?: string;
  /** It is asked for under a condition on another field. */
  readonly isConditional?: boolean;
}

/** Thanks in the place of the fields. */
export interface FormThanks {
  readonly title: LocalizedText;
  readonly text?: LocalizedText;
}

/** What the link in a mail to the sender shows in the place of the fields. */
export interface FormConfirmation {
  readonly title: LocalizedText;
  readonly text?: LocalizedText;
  readonly submit: LocalizedText;
  /** After it was answered; `null` where another page thanks. */
  readonly thanks: FormThanks | null;
}

/** A part of a form document, with the names of its fields. */
export interface FormStep {
  readonly title: LocalizedText;
  readonly fields: readonly string[];
}

/** What a form document shows beside its fields. */
export interface DocumentParts {
  /** Id of the block that it stands in, as the form repeats it. */
  readonly block: string;
  /** Parts that are asked for one after the other. */
  readonly steps?: readonly FormStep[];
  readonly submit: LocalizedText;
  readonly note?: LocalizedText;
  /** `null` where another page thanks. */
  readonly thanks: FormThanks | null;
  /** Of a form whose address is confirmed by a link. */
  readonly confirm?: FormConfirmation;
  /** Of a form with places: what is shown when all are taken. */
  readonly full?: LocalizedText;
}

/** A form as a page shows it: its rules, and after a refusal what was typed and what is wrong. */
export interface BoundForm {
  /** Where it posts to, in the page's language. */
  readonly action: string;
  /** Name of the step of a journey's flow that it is. */
  readonly step?: string;
  readonly fields: Readonly<Record<string, BoundField>>;
  /** What the visitor typed, or what is chosen beforehand, by field; several values of one field are joined by a line break. */
  readonly values: Readonly<Record<string, string>>;
  /** What the server refused, by field. */
  readonly errors: Readonly<Record<string, LocalizedText>>;
  /** What is wrong with the form as a whole. */
  readonly refusal: LocalizedText | null;
  readonly words: FormWords;
  /** Of a form with fields of a form document. */
  readonly controlWords?: ControlWords;
  /** Of a form document. */
  readonly document?: DocumentParts;
  /** Position of the step of a form document that is asked for; the first when left out. */
  readonly stepIndex?: number;
  /** What is shown in the place of the fields; the fields when left out. */
  readonly state?: FormPhase;
}

/** What every form says by itself after a refusal. */
export type FormWords = Readonly<Record<'one' | 'several' | 'kept' | 'allKept', LocalizedText>>;

/** What stands beside fields of form documents. */
export type ControlWords = Readonly<Record<'optional' | 'choose', LocalizedText>>;

/** What a block gets beside its own props when a property decides which form it shows. */
export interface ChosenForm {
  readonly form: ShownForm;
}
