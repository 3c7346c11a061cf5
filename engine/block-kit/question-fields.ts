import type { ReactNode } from 'react';
import type { ShownForm } from '#engine/shared/shown-form.ts';
import type { BoundForm } from './form-types.ts';
import type { LocalizedText } from './types.ts';

/** Fields of form documents, as forms show them. */
export interface QuestionFields {
  readonly render: (form: ShownForm) => ReactNode;
  /** Labels for the summary of mistakes; `null` where the message names the field. */
  readonly listLabels: (fields: BoundForm['fields']) => Readonly<Record<string, LocalizedText | null>>;
}

let current: QuestionFields | null = null;

/** Called once the code of the fields is loaded: hardly any page has some, so that browsers load it for these alone. */
export function provideQuestionFields(fields: QuestionFields): void {
  current = fields;
}

/** `null` on pages without such fields. */
export const getQuestionFields = (): QuestionFields | null => current;
