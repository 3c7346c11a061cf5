import { getFormFields } from '#engine/documents/journeys/form-fields.ts';
import type { SaveDraftRequest } from './save-draft.ts';
import type { OutcomeContext, UseCase } from '#server/forms/use-case.ts';
import type { Session } from '#server/site/sessions/session.ts';
import { parseStoredReferral } from '#journeys/registration/server/stored-referral.ts';
import { type BegunFlow, findFlow, readStepOffer } from '#journeys/registration/server/find-flow.ts';

/** A step of a flow that is not the last one (S3): its values are stored in a draft on the server. */
export const form: UseCase<'saveDraft'> = {
  prepare: ({ form: step, place, values, network, referrer, fields, questions, session: { draft = null } }) => ({
    request: {
      draft,
      step,
      fields: getFormFields(step, place.site),
      form: values,
      network,
      referrer,
      storedReferral: parseStoredReferral(fields),
      questions,
    },
  }),
  sessionChanges: { saved: ({ draft }, context) => ({ draft, ...begun(context) }) },
  values: {
    saved(_answer, context): Readonly<Record<string, string>> {
      const own = flowIn(context);
      return own === null ? {} : { flow: own.flow };
    },
  },
};

const flowIn = ({ place, session, request }: OutcomeContext<SaveDraftRequest>): BegunFlow | null =>
  findFlow(request.step, place, session);

function begun(context: OutcomeContext<SaveDraftRequest>): Session {
  const { place, session, request } = context;
  const own = flowIn(context);
  const offer = readStepOffer(request.step, place, session);
  if (own === null) return { offer };
  const sent = session.flow === own.flow ? (session.steps ?? []) : [];
  return { offer, flow: own.flow, steps: [...new Set([...sent, own.step.name])] };
}
