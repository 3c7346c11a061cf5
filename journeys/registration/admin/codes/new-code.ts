import type { NewCodeRefusal, NewCodeRequest } from '#journeys/registration/members/check-new-code/check-new-code.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { readDay, readWhole } from './read-cells.ts';

type Errors = Readonly<Record<string, string>>;
/** Parses a code from a form or a line of a file: name, code, places, landing, last day. */
export function parseNewCode(
  { words, landings }: Pick<AdminRequest, 'words' | 'landings'>,
  valueOf: (name: string) => string,
): { readonly code: NewCodeRequest } | { readonly errors: Errors } {
  const until = valueOf('until');
  const day = readDay(until);
  if (until !== '' && day === null) return { errors: { until: words('codes.dayWrong') } };
  if (day !== null && 'either' in day)
    return { errors: { until: words('codes.dayEither', { text: until, one: day.either[0], other: day.either[1] }) } };
  const expiresAt = day === null ? null : toEndOfDay(day.day);
  const asked = valueOf('landing');
  const landing = asked === '' ? null : (landings.find((id) => id === asked || id === `landings/${asked}`) ?? null);
  if (asked !== '' && landing === null) return { errors: { landing: words('codes.unknownLanding') } };
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

/** End of the last valid day in UTC, like all days of codes. `NaN` for an invalid day. */
export function toEndOfDay(day: string): number {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T23:59:59.000Z`) : Number.NaN;
}

/** Errors by field. */
export function describeFieldErrors({ words }: Pick<AdminRequest, 'words'>, answer: NewCodeRefusal): Errors {
  switch (answer.outcome) {
    case 'invalid-places':
      return { places: words('codes.placesWrong', { most: words.number(answer.most) }) };
    case 'invalid-name':
      return { name: words('codes.nameWrong') };
    case 'invalid-code':
      return { code: words('codes.codeWrong') };
    case 'exists':
      return { code: words('codes.exists') };
    case 'own-path':
      return { code: words('codes.ownPath', { path: answer.path }) };
    case 'already-over':
      return { until: words('codes.alreadyOver') };
    case 'unknown-landing':
      return { landing: words('codes.unknownLanding') };
    // Impossible: the forms have neither email address nor voucher.
    case 'invalid-email':
    case 'other-voucher':
    case 'voucher-without-landing':
      return { code: words('codes.codeWrong') };
  }
}
