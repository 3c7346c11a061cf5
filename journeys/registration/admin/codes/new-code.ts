import type { NewCodeRefusal, NewCodeRequest } from '#journeys/registration/members/check-new-code/check-new-code.ts';
import { toEndOfDay } from '#engine/i18n/end-of-day.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { readDay, readWhole } from './read-cells.ts';

type Errors = Readonly<Record<string, string>>;
/** Parses a code from a form or a line of a file: name, code, places, landing, last day. */
export function parseNewCode(
  { t, landings }: Pick<AdminRequest, 't' | 'landings'>,
  valueOf: (name: string) => string,
): { readonly code: NewCodeRequest } | { readonly errors: Errors } {
  const until = valueOf('until');
  const day = readDay(until);
  if (until !== '' && day === null) return { errors: { until: t('codes.dayWrong') } };
  if (day !== null && 'either' in day)
    return { errors: { until: t('codes.dayEither', { text: until, one: day.either[0], other: day.either[1] }) } };
  const expiresAt = day === null ? null : toEndOfDay(day.day);
  const asked = valueOf('landing');
  const landing = asked === '' ? null : (landings.find((id) => id === asked || id === `landings/${asked}`) ?? null);
  if (asked !== '' && landing === null) return { errors: { landing: t('codes.unknownLanding') } };
  return {
    code: {
      firstName: valueOf('name') || null,
      email: null,
      code: valueOf('code') || null,
      places: readWhole(valueOf('places')),
      landing,
      voucher: null,
      expiresAt,
    },
  };
}

/** Errors by field. */
export function describeFieldErrors({ t }: Pick<AdminRequest, 't'>, answer: NewCodeRefusal): Errors {
  switch (answer.outcome) {
    case 'invalid-places':
      return { places: t('codes.placesWrong', { most: t.number(answer.most) }) };
    case 'invalid-name':
      return { name: t('codes.nameWrong') };
    case 'invalid-code':
      return { code: t('codes.codeWrong') };
    case 'exists':
      return { code: t('codes.exists') };
    case 'own-path':
      return { code: t('codes.ownPath', { path: answer.path }) };
    case 'already-over':
      return { until: t('codes.alreadyOver') };
    case 'unknown-landing':
      return { landing: t('codes.unknownLanding') };
    // Impossible: the forms have neither email address nor voucher.
    case 'invalid-email':
    case 'other-voucher':
    case 'voucher-without-landing':
      return { code: t('codes.codeWrong') };
  }
}
