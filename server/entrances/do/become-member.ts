import { screens } from '#journeys/registration/base/screens.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import type { UseCase } from './use-case.ts';

/** The registration of the same page, opened with the address that was left beside a product (S7). */
export const becomeMember: UseCase = {
  form: 'become-member',
  page: screens.start,
  async run({ values }) {
    const checked = validateForm('become-member', values);
    if (!checked.ok) return { refused: checked.errors };
    return { opened: 'registration', values: { email: checked.value.email } };
  },
};
