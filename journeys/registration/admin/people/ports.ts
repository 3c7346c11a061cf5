import type { FoundDuplicate } from '#journeys/registration/members/find-duplicates/find-duplicates.ts';
import type { FoundMember } from '#journeys/registration/members/find-members/find-members.ts';
import type { Members } from '#journeys/registration/members/index.ts';
import type { People } from '#server/platform/personal-data/people.ts';
import type { PersonExport } from '#server/platform/personal-data/personal-data-source.ts';
import type { Staff } from '#server/staff/index.ts';

export interface PeoplePagePorts {
  readonly members: Pick<Members, 'changeEmail' | 'findDuplicates' | 'findMembers' | 'resendActivation'>;
  readonly people: Pick<People, 'export' | 'erase'>;
  readonly staff: Pick<Staff, 'note' | 'signInAdmin' | 'findAdmin'>;
  /** Creates the handle of a registration, for its forms. */
  readonly makeHandle: (memberId: string) => string;
  /** Encrypts an address for a page of this site; `open` returns `null` for an invalid value. */
  readonly sealed: { seal(address: string): string; open(text: string): string | null };
}

export const PAGE = '/admin/people';
export const PERMISSION = 'people';

/** Maximum characters of an address, an id or an encrypted address. */
export const MAX_PERSON_LENGTH = 2_000;

export interface OpenedPerson {
  readonly address: string;
  /** `undefined` for an address without an account. */
  readonly member: FoundMember | undefined;
  readonly stored: PersonExport;
  /** Possible duplicates. */
  readonly duplicates: readonly FoundDuplicate[];
}
