import type {
  QueryRegistrationCodeDetailsArgs,
  QueryResolvers,
  RegistrationCodeErrorDetailResolvers,
} from '#schemas/generated/graphql/resolvers.ts';
import type { GraphqlContext } from '../context.ts';
import { publicError } from '../errors.ts';
import { guarded, requireRole } from '../guard.ts';
import { operationRoles } from '../roles.ts';

const roles = operationRoles.Query;

async function codeDetails(
  { registrationCode, validityTimestamp, storedReferral }: QueryRegistrationCodeDetailsArgs,
  { backend, network, referrer }: GraphqlContext,
) {
  const answer = await backend.checkCode({
    code: registrationCode,
    validityTimestamp: validityTimestamp ?? null,
    referrer,
    storedReferral: storedReferral ?? null,
    network,
  });
  if (answer.outcome === 'too-many-requests') {
    const { retryAfterSeconds } = answer;
    throw publicError('TOO_MANY_REQUESTS', 'Too many codes were looked up. Please wait.', { retryAfterSeconds });
  }
  const errors = answer.outcome === 'refused' ? [answer.error] : [];
  return {
    errors,
    errorDetails: errors.map((error) => ({ error })),
    invitorName: answer.inviterName,
    countryOptions: backend.countryOptions(),
  };
}

export const queries: Required<QueryResolvers<GraphqlContext>> = {
  registrationCodeDetails: guarded('registrationCodeDetails', roles.registrationCodeDetails, codeDetails),

  async countryDetails(_parent, _args, context) {
    requireRole(roles.countryDetails, context.visitor);
    try {
      return { country: context.country() };
    } catch (error) {
      context.log.warn({ err: error, id: context.correlationId }, 'The country of a visitor could not be found.');
      return { country: null };
    }
  },
};

export const codeErrorDetail: RegistrationCodeErrorDetailResolvers<GraphqlContext> = {
  message: ({ error }, { locale }, { site }) => site.codeMessage(error, locale),
};
