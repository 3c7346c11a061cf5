/** Routes of the screens that a use case leads to (R6–R18); documents answer them. */
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
  lobby: '/lobby',
  interest: '/membership-interest',
  apply: '/membership-interest/apply',
  applied: '/membership-interest/confirmation',
  preferences: '/registration/social-second-step',
} as const;
