import type { Selectable } from 'kysely';
import { locales } from '#schemas/generated/vocabulary.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { MembersTable } from '#journeys/registration/members/tables.ts';
import type { ActivationRecipient } from '#journeys/registration/members/account/send-activation.ts';

export type Member = Selectable<MembersTable>;

/** A member as mail recipient. */
export const toRecipient = (member: Member): ActivationRecipient => ({
  id: member.id,
  email: { typed: member.email, canonical: member.email_canonical },
  locale: readStoredLocale(member.locale),
  gender: member.gender,
  firstName: member.first_name,
  lastName: member.last_name,
});

/** The stored language; English when it is not offered. */
export const readStoredLocale = (stored: string): Locale => locales.find((locale) => locale === stored) ?? 'en';
