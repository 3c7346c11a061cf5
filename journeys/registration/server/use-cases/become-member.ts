import { screens } from '../../base/screens.ts';
import type { PlainForm } from '#server/entrances/journey/use-case.ts';
import { fieldErrors } from '../effects.ts';

/** The registration of the same page, opened with the address that was left beside a product (S7). */
export const becomeMember: PlainForm<'become-member'> = {
  path: 'become-member',
  form: 'become-member',
  page: screens.start,
  // What is wrong stands in the dialog, which therefore stays open.
  again: { product: 'asked' },
  invalid: (errors) => fieldErrors({ errors }),
  prepare: ({ values: { email } }) => ({
    effect: { opened: 'registration', values: { email }, facets: { product: 'none' } },
  }),
};
