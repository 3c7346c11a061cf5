import type { EventValues } from '#engine/shared/check-event.ts';
import { sha256 } from '#engine/shared/hash.ts';
import type { EventContext } from '#server/forms/server-journey.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import { findFlow } from './find-flow.ts';

/** Fields of registration events, in addition to those of the browser. Never an address or a name. */
export function buildEventFields(event: string, { answer, context, form }: EventContext): EventValues | undefined {
  const { country, newsletter, email } = answer;
  // Checked edge: form names here belong to this journey's document.
  const step = form === null ? undefined : findFlow(form, context.place, context.session)?.step.name;
  const flow: EventValues = step === undefined ? {} : { registrationFlow: step };
  const fromCountry: EventValues = typeof country === 'string' ? { registrationCountry: country } : {};
  switch (event) {
    case 'successful_user_registration':
      return { ...fromCountry, ...flow, newsletter: newsletter === true, ...hashed(email) };
    case 'subscribe_newsletter':
      return { ...fromCountry, ...hashed(email) };
    case 'join_waitlist':
      return hashed(email);
    case 'landing_form_registration':
      return flow;
    default:
      return undefined;
  }
}

/** Hash of the canonical, lower-case address (T5). */
function hashed(typed: unknown): EventValues {
  const email = typeof typed === 'string' ? readEmail(typed) : null;
  return email ? { user_email_sha256: sha256(email.canonical) } : {};
}
