import { screens } from '#journeys/registration/base/screens.ts';
import type { UseCase } from './use-case.ts';

/** Applying for membership with an address (R8); told alike whether or not it has applied before. */
export const applyForMembership: UseCase = {
  form: 'membership-interest',
  page: screens.apply,
  async run({ members, values, locale, network, session }) {
    const answer = await members.applyForMembership({ form: values, locale, network });
    switch (answer.outcome) {
      case 'received':
        return { to: screens.applied, session: { ...session, applied: { email: answer.email } } };
      case 'invalid':
        return { refused: answer.errors };
      case 'too-many-requests':
        return answer;
    }
  },
};
