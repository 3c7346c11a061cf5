import type { FieldErrorResolvers, NextScreenResolvers, QueryResolvers } from '#schemas/generated/graphql/resolvers.ts';
import type { GraphqlContext } from '../context.ts';
import { requireCaller } from '../guard.ts';

export const queries: Pick<QueryResolvers<GraphqlContext>, 'countryDetails'> = {
  async countryDetails(_parent, _args, context) {
    requireCaller('everybody', context.visitor);
    try {
      return { country: context.country() };
    } catch (error) {
      context.log.warn({ err: error, id: context.correlationId }, 'The country of a visitor could not be found.');
      return { country: null };
    }
  },
};

export const nextScreen: NextScreenResolvers<GraphqlContext> = {
  goTo: ({ address }, { locale }) => address?.(locale) ?? null,
};

export const fieldError: FieldErrorResolvers<GraphqlContext> = {
  text: ({ message }, { locale }, { site }) => site.text(message, locale),
};
