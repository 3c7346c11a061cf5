import { type StepOfFlow, stepWithForm } from '#engine/documents/journeys/flow.ts';
import type { FormPlace } from '#server/forms/use-case.ts';
import type { Session } from '#server/site/sessions/session.ts';
import { getJourneyDocument } from '../decide/document.ts';
import { voucherNamed } from '../shared/vouchers.ts';
import { readOffer, type RegistrationOffer } from './offer.ts';
import type { Offer } from './session.ts';

/** A step, the name of its flow, and whether the flow begins with it. */
export interface BegunFlow extends StepOfFlow {
  readonly isFirst: boolean;
}

/** The flow that a step's form is sent in: that of its landing, on a page of a step that of the draft. */
export function findFlow(form: string, { site, document }: FormPlace, { flow }: Session): BegunFlow | null {
  const journey = getJourneyDocument(site);
  const found = stepWithForm(journey, form, document?.flow ?? flow);
  return found && { ...found, isFirst: journey.flows[found.flow]?.steps[0]?.name === found.step.name };
}

/** What the pages of a flow offer so far: the first step's voucher counts, and each newsletter box is named by the page that showed it. */
export function readStepOffer(form: string, place: FormPlace, session: Session): RegistrationOffer {
  const own = readOffer(place, form);
  return findFlow(form, place, session)?.isFirst === true ? own : joined(session.offer, own);
}

function joined(first: Offer | undefined, own: RegistrationOffer): RegistrationOffer {
  const { newsletter, voucher, landing = null, boundTo = null } = first ?? own;
  const promised = voucherNamed(voucher);
  return {
    ...(promised === null ? own : { voucher: promised, landing, boundTo }),
    newsletter: own.newsletter.text === '' ? newsletter : own.newsletter,
  };
}
