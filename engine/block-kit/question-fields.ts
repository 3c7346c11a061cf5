import type { ReactNode } from 'react';
import type { ShownForm } from '#engine/shared/shown-form.ts';
import type { BoundForm } from './form-types.ts';
import type { LocalizedText } from './types.ts';

/** Renders fields of form documents. */
export interface QuestionFields {
  readonly render: (form: ShownForm) => ReactNode;
  /** Labels for the error summary; `null` where the message names the field. */
  readonly listLabels: (fields: BoundForm['fields']) => Readonly<Record<string, LocalizedText | null>>;
}

let current: QuestionFields | null = null;

/** Called once when the code of these fields is loaded, which few pages need. */
export function provideQuestionFields(fields: QuestionFields): void {
  current = fields;
}

/** `null` on pages without such fields. */
export const getQuestionFields = (): QuestionFields | null => current;
