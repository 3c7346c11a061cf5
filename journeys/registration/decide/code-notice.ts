import { tooMany, tryLater } from '#engine/shared/refusals.ts';
import type { FormNotice } from '#engine/decide/types.ts';
import { stepWithForm } from '#engine/documents/journeys/flow.ts';
import { refusalFor } from '#engine/documents/journeys/journey-document.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { type FormName, formRules } from '#schemas/generated/forms.ts';
import type { CodeError, CodeFact } from './facts.ts';

const notices = new Map<string, FormNotice>();

/** What is said of a code that nobody knows. */
const UNKNOWN: CodeError = 'REGISTRATION_CODE_INVALID';

/** What the field for a code says about the code of the URL (R1); `undefined` when there is nothing to say or no such field. */
export function codeNotice(
  code: CodeFact | undefined,
  forms: ReadonlySet<FormName>,
  journey: JourneyDocument,
): FormNotice | undefined {
  const message = findMessage(code, journey);
  const form = message === null ? undefined : formWithCode(forms, journey);
  if (message === null || form === undefined) return undefined;
  const key = `${form} ${message}`;
  let notice = notices.get(key);
  if (notice === undefined) {
    notice = { form, holes: { code: 'rc' }, errors: { code: message } };
    notices.set(key, notice);
  }
  return notice;
}

/** The form that asks for a code alone, else a step that has a field for one. */
function formWithCode(forms: ReadonlySet<FormName>, journey: JourneyDocument): FormName | undefined {
  if (forms.has('code')) return 'code';
  return [...forms].find((form) => Object.hasOwn(formRules[form], 'code') && stepWithForm(journey, form) !== null);
}

function findMessage(code: CodeFact | undefined, journey: JourneyDocument): string | null {
  switch (code?.state) {
    case 'refused':
      return refusalFor(journey, code.error).message;
    case 'not-found':
      return refusalFor(journey, UNKNOWN).message;
    case 'unknown':
      return tryLater;
    case 'limited':
      return tooMany;
    default:
      return null;
  }
}
