import { screens } from '../../base/screens.ts';
import {
  ApplyForMembershipDocument,
  type ApplyForMembershipMutation,
  type ApplyForMembershipMutationVariables,
} from '#schemas/generated/graphql/operations.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FormAnswer, FormOperation } from '#engine/client/journey.ts';
import { textsOf } from './fields-of.ts';

/** Applying for membership with an address (R8). */
export const applyForMembership: FormOperation = async (core, fields, { locale }) => {
  const answer = await core.mutate(ApplyForMembershipDocument, application(fields, locale));
  return afterApplication(answer.applyForMembership);
};

export function application(fields: FormData, locale: Locale): ApplyForMembershipMutationVariables {
  const { email = '', country = null } = textsOf(fields, ['email', 'country']);
  return { email, country, locale };
}

type Applied = Pick<ApplyForMembershipMutation['applyForMembership'], 'code' | 'errors'>;

export function afterApplication({ code, errors }: Applied): FormAnswer {
  switch (code) {
    case 'RECEIVED':
      return { to: screens.applied };
    case 'INVALID':
      return { errors: errors.map(({ field, text }) => ({ field, text })) };
    case 'KEY_REUSED':
      return 'ask-page';
    case 'TOO_MANY_REQUESTS':
      return 'too-many-tries';
  }
}
