import { tooMany, tryLater } from '#engine/shared/refusals.ts';
import type { FormNotice } from '#engine/decide/types.ts';
import { findStepWithForm } from '#engine/documents/journeys/flow.ts';
import { getFormRules } from '#engine/documents/journeys/form-fields.ts';
import { getRefusalFor } from '#engine/documents/journeys/journey-document.ts';
import type { Site } from '#engine/documents/types.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { getJourneyDocument } from './document.ts';
import type { CodeError, CodeFact } from './facts.ts';

const notices = new Map<string, FormNotice>();

/** Error of an unknown code. */
const UNKNOWN: CodeError = 'REGISTRATION_CODE_INVALID';

/** Error of the URL's code at the code field (R1); `undefined` without an error or such a field. */
export function findCodeNotice(
  code: CodeFact | undefined,
  forms: ReadonlySet<FormName>,
  site: Pick<Site, 'journeyDocuments'>,
): FormNotice | undefined {
  const message = findMessage(code, getJourneyDocument(site));
  const form = message === null ? undefined : formWithCode(forms, site);
  if (message === null || form === undefined) return undefined;
  const key = `${form} ${message}`;
  let notice = notices.get(key);
  if (notice === undefined) {
    notice = { form, holes: { code: 'rc' }, errors: { code: message } };
    notices.set(key, notice);
  }
  return notice;
}

/** The form with a code field only, else a step with one. */
function formWithCode(forms: ReadonlySet<FormName>, site: Pick<Site, 'journeyDocuments'>): FormName | undefined {
  if (forms.has('code')) return 'code';
  const journey = getJourneyDocument(site);
  return [...forms].find(
    (form) => Object.hasOwn(getFormRules(form, site), 'code') && findStepWithForm(journey, form) !== null,
  );
}

function findMessage(code: CodeFact | undefined, journey: JourneyDocument): string | null {
  switch (code?.state) {
    case 'refused':
      return getRefusalFor(journey, code.error).message;
    case 'not-found':
      return getRefusalFor(journey, UNKNOWN).message;
    case 'unknown':
      return tryLater;
    case 'limited':
      return tooMany;
    default:
      return null;
  }
}
