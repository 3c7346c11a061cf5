import type { FormName } from '#schemas/generated/forms.ts';
import type { FormOperation } from './form-operation.ts';

/** The operation behind a form; a form without one is posted. Its code is loaded once somebody fills the form in. */
export const formOperations: Readonly<Partial<Record<FormName, () => Promise<FormOperation>>>> = {
  code: async () => (await import('./operations/check-code.ts')).checkCode,
  'membership-interest': async () => (await import('./operations/apply-for-membership.ts')).applyForMembership,
  registration: async () => (await import('./operations/register.ts')).register,
};
