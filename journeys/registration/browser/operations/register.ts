import type { PageContext } from '#engine/block-kit/types.ts';
import { noPlaceLeft } from '../../base/no-place-left.ts';
import { screens } from '../../base/screens.ts';
import {
  RegisterDocument,
  type RegisterMutation,
  type RegisterMutationVariables,
} from '#schemas/generated/graphql/operations.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FormAnswer, FormOperation } from '#engine/client/journey.ts';
import { flagsOf, storedReferralOf, textsOf } from './fields-of.ts';

const texts = ['gender', 'firstName', 'lastName', 'email', 'country', 'code', 'validityTimestamp'] as const;
const flags = ['newsletter', 'terms'] as const;

/** The whole registration in one form (B3). */
export const register: FormOperation = async (core, fields, page) => {
  const answer = await core.mutate(RegisterDocument, registration(fields, page.locale));
  return afterRegistration(answer.register, page);
};

/** Without a key of its own: the server derives it from address and code, alike for both ways of sending a form. */
export function registration(fields: FormData, locale: Locale): RegisterMutationVariables {
  return {
    input: { ...textsOf(fields, texts), ...flagsOf(fields, flags) },
    locale,
    ...textsOf(fields, ['document']),
    storedReferral: storedReferralOf(fields),
  };
}

type Registered = Pick<RegisterMutation['register'], 'code' | 'errors'>;

/** Outcome → screen, as after a form that was posted (S17). */
export function afterRegistration(
  { code, errors }: Registered,
  page: Pick<PageContext, 'facets' | 'path'>,
): FormAnswer {
  switch (code) {
    case 'REGISTERED':
      // A landing with this facet shows the next step in a dialog of its own (S6).
      return { to: Object.hasOwn(page.facets, 'registration') ? page.path : screens.finished };
    case 'ALREADY_ACTIVE':
      return { to: screens.active };
    case 'PENDING':
    case 'KEY_REUSED':
      return { to: screens.pending };
    case 'INVALID':
    case 'REFUSED':
      // A code that came by a link has no field; the deny page refuses it, with the way to the waiting list.
      // A typed one without a place left has that way in the page's message.
      if (errors.some(({ message }) => message === noPlaceLeft)) return 'ask-page';
      return errors.length > 0 ? { errors: errors.map(({ field, text }) => ({ field, text })) } : 'ask-page';
    case 'TOO_MANY_REQUESTS':
      return 'too-many-tries';
  }
}
