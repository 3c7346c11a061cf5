import type { Operations } from '#server/forms/operation.ts';
import { codeErrorMessage, registrationCodeDetails } from './check-code.ts';
import { activate, changeEmail, registrationStatus, resendActivation } from './pending-registration.ts';
import { register } from './register.ts';
import {
  applyForMembership,
  generateRegistrationLink,
  joinWaitingList,
  ownBalance,
  releaseInvitations,
  setPreferences,
} from './requests.ts';

/** GraphQL operations of registrations, declared in `schema.graphql`. */
export const operations: Operations = {
  Query: { ownBalance, registrationCodeDetails },
  Mutation: {
    register,
    changeEmail,
    resendActivation,
    activate,
    joinWaitingList,
    applyForMembership,
    setPreferences,
    generateRegistrationLink,
    releaseInvitations,
  },
  Subscription: { registrationStatus },
  fields: { RegistrationCodeErrorDetail: { message: codeErrorMessage } },
};
