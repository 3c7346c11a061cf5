import { codeMessage } from '#journeys/registration/decide/refusal.ts';
import { parseRegistrationCode } from '#journeys/registration/base/registration-code.ts';
import type {
  FieldErrorResolvers,
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
  { members, site, network, referrer }: GraphqlContext,
) {
  const answer = await members.checkCode({
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
    code: parseRegistrationCode(registrationCode) ?? registrationCode,
    landing: site.landingPath(answer.outcome === 'valid' ? answer.landing : null),
    errors,
    errorDetails: errors.map((error) => ({ error })),
    invitorName: answer.inviterName,
    countryOptions: members.countryOptions(),
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
  message: ({ error }, { locale }, { site }) => site.text(codeMessage[error], locale),
};

export const fieldError: FieldErrorResolvers<GraphqlContext> = {
  text: ({ message }, { locale }, { site }) => site.text(message, locale),
};
