import type { MutationRegisterArgs, ResolversParentTypes } from '#schemas/generated/graphql/resolvers.ts';
import type { FormQuestion, Mutation } from '#server/forms/operation.ts';
import { readLinkedFields } from '../read-linked-fields.ts';
import { readOffer } from '../offer.ts';

/** Registers, and sets the session that may watch and change the registration (B3). */
export const register: Mutation<'register', MutationRegisterArgs, ResolversParentTypes['RegisterOutcome']> = {
  callers: 'everybody',
  useCase: 'register',
  counted: true,
  // No `fingerprint`: the use case claims its idempotency key in the registration's transaction.
  async prepare(
    { input: sent, locale, document, storedReferral, idempotencyKey },
    { network, referrer, formKey, attribution },
    ports,
  ) {
    if (idempotencyKey) ports.checkKey(idempotencyKey);
    const { accepted, ...typed } = sent;
    const input = { ...typed, ...readLinkedFields(typed.code, ports.site.publicOrigin) };
    const { code, validityTimestamp } = input;
    const question: FormQuestion = {
      form: 'registration',
      locale,
      fields: given({ document, code, validityTimestamp }),
    };
    const place = await ports.site.formPlace(question);
    // Requires a visible page with the form; a posted form would redirect to another page instead.
    if (place === null) throw ports.error('FORBIDDEN', 'No page of this visitor has the form.');
    return {
      place,
      request: {
        form: given(input),
        locale,
        formKey,
        network,
        referrer,
        attribution,
        storedReferral: storedReferral ?? null,
        accepted: accepted ?? undefined,
        ...readOffer(place, 'registration'),
        ...(idempotencyKey && { idempotencyKey }),
      },
    };
  },
  data: (answer, reply) => ({
    ...reply,
    ...('email' in answer && { email: answer.email }),
    ...('error' in answer && { refusal: answer.error, lobbyToken: answer.lobbyToken }),
  }),
};

/** For forms, an absent field equals `null`. */
function given<Value>(input: Readonly<Record<string, Value | null | undefined>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(input).filter((entry): entry is [string, Value] => entry[1] !== null && entry[1] !== undefined),
  );
}
