import type { LocalizedText } from '#engine/i18n/types.ts';
import type { FieldRules, FormName } from '#schemas/generated/forms.ts';

/** A field's rules with its messages in the page's language, by JSON Schema keyword. */
export interface BoundField extends Omit<FieldRules, 'messages'> {
  readonly messages: Readonly<Record<string, LocalizedText>>;
  /** Names of `options` in the page's language, in the order in which it lists them; for options that have a name everywhere. */
  readonly optionNames?: readonly { readonly value: string; readonly label: string }[];
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
}

/** What every form says by itself after a refusal. */
export type FormWords = Readonly<Record<'one' | 'several' | 'kept' | 'allKept', LocalizedText>>;

/** What a block gets beside its own props when a property decides which form it shows. */
export interface ChosenForm {
  readonly form: FormName;
}
