import type { MutationResolvers, QueryResolvers, SubscriptionResolvers } from '#schemas/generated/graphql/resolvers.ts';
import { permissions, type Role } from '#server/staff/roles.ts';

const { visit, administer } = permissions;

/** B12: who may call what. An operation that is missing here does not compile. */
export const operationRoles = {
  Query: {
    registrationCodeDetails: visit,
    countryDetails: visit,
  },
  Mutation: {
    register: visit,
    changeEmail: visit,
    resendActivation: visit,
    activate: visit,
    joinWaitingList: visit,
    applyForMembership: visit,
    setPreferences: visit,
    signIn: visit,
    signOut: administer,
    generateRegistrationLink: administer,
  },
  Subscription: {
    registrationStatus: visit,
  },
} as const satisfies {
  readonly Query: Readonly<Record<keyof QueryResolvers, readonly Role[]>>;
  readonly Mutation: Readonly<Record<keyof MutationResolvers, readonly Role[]>>;
  readonly Subscription: Readonly<Record<keyof SubscriptionResolvers, readonly Role[]>>;
};
