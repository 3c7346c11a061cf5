import { Repeater } from 'graphql-yoga';
import type { RegistrationStatus, SubscriptionResolvers } from '#schemas/generated/graphql/resolvers.ts';
import type { GraphqlContext } from '../context.ts';
import { publicError } from '../errors.ts';
import { hidden, requireRole } from '../guard.ts';
import { codeOf } from '../outcome.ts';
import { operationRoles } from '../roles.ts';

const noRegistration = publicError('FORBIDDEN', 'Only the session that registered may watch its registration.');

/** B6. */
export const subscriptions: Required<SubscriptionResolvers<GraphqlContext>> = {
  registrationStatus: {
    subscribe(_parent, _args, context) {
      const { members, visitor } = context;
      requireRole(operationRoles.Subscription.registrationStatus, visitor);
      const handle = visitor.session.registration?.handle;
      if (handle === undefined) throw noRegistration;
      return new Repeater<{ readonly registrationStatus: RegistrationStatus }>(async (push, stop) => {
        const end = members.watchRegistration(handle, {
          next: ({ state, email }) => void push({ registrationStatus: { state: codeOf(state), email } }),
          end: (error) => stop(error === undefined ? undefined : hidden(error, 'registrationStatus', context)),
        });
        if (end === null) return stop(noRegistration);
        await stop;
        end();
      });
    },
  },
};
