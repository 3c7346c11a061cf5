import { getRefusalFor } from '#engine/documents/journeys/journey-document.ts';
import { parseRegistrationCode } from '../../shared/registration-code.ts';
import type {
  QueryRegistrationCodeDetailsArgs,
  RegistrationCodeErrorDetailMessageArgs,
  RequireFields,
  ResolversParentTypes,
} from '#schemas/generated/graphql/resolvers.ts';
import { readLinkedFields } from '../read-linked-fields.ts';
import type { JourneyField, JourneyQuery } from '#server/forms/operation.ts';

type Details = ResolversParentTypes['RegistrationCodeDetails'];

/** Checks a code (B1). */
export const registrationCodeDetails: JourneyQuery<QueryRegistrationCodeDetailsArgs, Details> = {
  callers: 'everybody',
  async answer(
    { registrationCode, validityTimestamp, storedReferral },
    { network, referrer },
    { members, site, error },
  ) {
    const request = {
      code: registrationCode,
      validityTimestamp: validityTimestamp ?? null,
      ...readLinkedFields(registrationCode, site.publicOrigin),
      referrer,
      storedReferral: storedReferral ?? null,
      network,
    };
    const answer = await members.checkCode(request);
    if (answer.outcome === 'too-many-requests') {
      const { retryAfterSeconds } = answer;
      throw error('TOO_MANY_REQUESTS', 'Too many codes were looked up. Please wait.', { retryAfterSeconds });
    }
    const errors = answer.outcome === 'refused' ? [answer.error] : [];
    return {
      code: parseRegistrationCode(request.code) ?? registrationCode,
      landing: site.landingPath(answer.outcome === 'valid' ? answer.landing : null),
      errors,
      // A missing landing is an internal error: the default one greets, and is not shown to the visitor (S17).
      errorDetails: errors.filter((reason) => reason !== 'CUSTOMIZATION_MISSING').map((reason) => ({ error: reason })),
      invitorName: answer.inviterName,
      next: site.nextScreen('checkCode', answer, request),
      countryOptions: members.countryOptions(),
    };
  },
};

export const codeErrorMessage: JourneyField<
  ResolversParentTypes['RegistrationCodeErrorDetail'],
  RequireFields<RegistrationCodeErrorDetailMessageArgs, 'locale'>
> = ({ error }, { locale }, site) =>
  site.text(getRefusalFor(site.journeyDocument('registration'), error).message, locale);
