import type { MutationResolvers, QueryResolvers, SubscriptionResolvers } from '#schemas/generated/graphql/resolvers.ts';
import { type Role, roles } from '#server/staff/access-tokens.ts';

const everybody = roles;
const admins = ['admin'] as const;

/** B12: who may call what. An operation that is missing here does not compile. */
export const operationRoles = {
  Query: {
    registrationCodeDetails: everybody,
    countryDetails: everybody,
  },
  Mutation: {
    register: everybody,
    changeEmail: everybody,
    resendActivation: everybody,
    activate: everybody,
    joinWaitingList: everybody,
    applyForMembership: everybody,
    setPreferences: everybody,
    signIn: everybody,
    signOut: admins,
    generateRegistrationLink: admins,
  },
  Subscription: {
    registrationStatus: everybody,
  },
} as const satisfies {
  readonly Query: Readonly<Record<keyof QueryResolvers, readonly Role[]>>;
  readonly Mutation: Readonly<Record<keyof MutationResolvers, readonly Role[]>>;
  readonly Subscription: Readonly<Record<keyof SubscriptionResolvers, readonly Role[]>>;
};
