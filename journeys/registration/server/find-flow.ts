import { type StepOfFlow, findStepWithForm } from '#engine/documents/journeys/flow.ts';
import type { FormPlace } from '#server/forms/use-case.ts';
import type { Session } from '#server/site/sessions/session.ts';
import { getJourneyDocument } from '../decide/document.ts';
import { findVoucherByName } from '../shared/vouchers.ts';
import { readOffer, type RegistrationOffer } from './offer.ts';
import type { Offer } from './session.ts';

/** A step with the name of its flow, and whether it is the first one. */
export interface BegunFlow extends StepOfFlow {
  readonly isFirst: boolean;
}

/** The flow of a step's form: on its landing that of the landing, on the page of a step that of the draft. */
export function findFlow(form: string, { site, document }: FormPlace, { flow }: Session): BegunFlow | null {
  const journey = getJourneyDocument(site);
  const found = findStepWithForm(journey, form, document?.flow ?? flow);
  return found && { ...found, isFirst: journey.flows[found.flow]?.steps[0]?.name === found.step.name };
}

/** The offer of a flow's pages so far: the voucher of the first step, and each newsletter checkbox with the text of its page. */
export function readStepOffer(form: string, place: FormPlace, session: Session): RegistrationOffer {
  const own = readOffer(place, form);
  return findFlow(form, place, session)?.isFirst === true ? own : joined(session.offer, own);
}

function joined(first: Offer | undefined, own: RegistrationOffer): RegistrationOffer {
  const { newsletter, voucher, landing = null, boundTo = null } = first ?? own;
  const promised = findVoucherByName(voucher);
  return {
    ...(promised === null ? own : { voucher: promised, landing, boundTo }),
    newsletter: own.newsletter.text === '' ? newsletter : own.newsletter,
  };
}
