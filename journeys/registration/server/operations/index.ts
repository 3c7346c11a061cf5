import type { Operations } from '#server/entrances/journey/operation.ts';
import { codeErrorMessage, registrationCodeDetails } from './check-code.ts';
import { activate, changeEmail, registrationStatus, resendActivation } from './pending-registration.ts';
import { register } from './register.ts';
import { applyForMembership, generateRegistrationLink, joinWaitingList, setPreferences } from './requests.ts';

/** What the GraphQL API can do with registrations; `schema.graphql` declares it. */
export const operations: Operations = {
  Query: { registrationCodeDetails },
  Mutation: {
    register,
    changeEmail,
    resendActivation,
    activate,
    joinWaitingList,
    applyForMembership,
    setPreferences,
    generateRegistrationLink,
  },
  Subscription: { registrationStatus },
  fields: { RegistrationCodeErrorDetail: { message: codeErrorMessage } },
};
