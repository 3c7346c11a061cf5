import type { Selectable } from 'kysely';
import { locales } from '#schemas/generated/vocabulary.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { MembersTable } from '#journeys/registration/members/tables.ts';
import type { ActivationRecipient } from '#journeys/registration/members/account/send-activation.ts';

export type Member = Selectable<MembersTable>;

/** A stored member as the one a mail goes to. */
export const toRecipient = (member: Member): ActivationRecipient => ({
  id: member.id,
  email: { typed: member.email, canonical: member.email_canonical },
  locale: storedLocale(member.locale),
  gender: member.gender,
  firstName: member.first_name,
  lastName: member.last_name,
});

/** A stored language; English for one that is no longer offered. */
export const storedLocale = (stored: string): Locale => locales.find((locale) => locale === stored) ?? 'en';
