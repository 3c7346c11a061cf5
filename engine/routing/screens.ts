/** Routes of the screens that a use case leads to (R10–R17); documents answer them. */
export const screens = {
  start: '/',
  started: '/registration/formstarted',
  finished: '/registration/formfinished',
  pending: '/registration/registrationformemailpendingcomplete',
  active: '/registration/registrationformemailactivecomplete',
  activation: '/registration/activateaccount',
  activationError: '/registration/activateaccountError',
  voucher: '/registration/gift-voucher',
  denied: '/registration/deny',
} as const;
