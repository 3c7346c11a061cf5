import type { Members } from '#journeys/registration/members/index.ts';
import type { FoundMember } from '#journeys/registration/members/find-members/find-members.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import type { People } from '#server/platform/personal-data/people.ts';
import type { PersonExport } from '#server/platform/personal-data/traces.ts';
import type { Staff } from '#server/staff/index.ts';
import type { OperationCaller } from '#server/admin/operation.ts';

export interface PeoplePagePorts {
  readonly members: Pick<Members, 'changeEmail' | 'findMembers' | 'resendActivation'>;
  readonly people: Pick<People, 'export' | 'erase'>;
  readonly staff: Pick<Staff, 'note' | 'signInAdmin' | 'findAdmin'>;
  /** What a registration is known by, for its own forms. */
  readonly handleOf: (memberId: string) => string;
  /** Seals an address for a page of this site; `open` answers with `null` for what it has not sealed. */
  readonly sealed: { seal(address: string): string; open(text: string): string | null };
}

/** Most that one search shows. */
const MAX_PEOPLE = 50;

export interface OpenedPerson {
  readonly address: string;
  /** `undefined` for an address without an account. */
  readonly member: FoundMember | undefined;
  readonly stored: PersonExport;
}

/** Whom an erasure is about, and how much there is in which table. */
export interface ErasurePreview {
  readonly address: string;
  readonly member: FoundMember | undefined;
  readonly rows: Readonly<Record<string, number>>;
}

export type ErasePersonAnswer =
  | { readonly outcome: 'erased'; readonly rows: number }
  | { readonly outcome: 'unknown' | 'refused' }
  | { readonly outcome: 'too-many-requests'; readonly retryAfterSeconds: number };

/** What support does for guests and members, by page and by operation alike: each deed writes down who did it to whom. */
export interface PeopleActions {
  find(search: string, caller: OperationCaller): Promise<readonly FoundMember[]>;
  /** What an address without an account is known by on a page, which holds no address that nobody opened. */
  sealAddress(address: string): string;
  /** Address of a person who was found, by id or `refOf`; all else is taken for an address. */
  resolveAddress(person: string): Promise<string>;
  /** `null` for what is not an address. */
  open(address: string, caller: OperationCaller): Promise<OpenedPerson | null>;
  /** What an erasure would remove now; `null` for what is not an address. */
  previewErasure(address: string): Promise<ErasurePreview | null>;
  resend(address: string, caller: OperationCaller): Promise<'sent' | 'not-sent' | 'unknown'>;
  /**
   * The guest mistyped it: nothing but the mail behind a new link lets anybody in, so that support cannot take an account over.
   */
  correct(address: string, typed: string, caller: OperationCaller): Promise<CorrectAnswer>;
  /** `null` for what is not an address. */
  take(address: string, caller: OperationCaller): Promise<PersonExport | null>;
  /** What cannot be taken back asks for a fresh proof of who does it. */
  erase(address: string, password: string, caller: OperationCaller): Promise<ErasePersonAnswer>;
}

export type CorrectAnswer =
  | { readonly outcome: 'corrected'; readonly email: string }
  | { readonly outcome: 'invalid' | 'not-corrected' | 'unknown' };

export function peopleActions({ members, people, staff, handleOf, sealed }: PeoplePagePorts): PeopleActions {
  const find = (search: string) => members.findMembers({ search, limit: MAX_PEOPLE });
  const memberAt = async (address: string): Promise<FoundMember | undefined> => (await find(address))[0];

  return {
    async find(search, { actor }) {
      const found = await find(search);
      // What was looked for may name a person, and is not written down.
      const by = readEmail(search) === null ? 'code' : 'address';
      await staff.note({ actor, action: 'person.search', details: { by, rows: found.length } });
      return found;
    },
    sealAddress: (address) => sealed.seal(address),
    async resolveAddress(person) {
      if (readEmail(person) !== null) return person;
      const address = sealed.open(person);
      if (address !== null) return address;
      const [member] = await members.findMembers({ id: person, limit: 1 });
      return member?.email ?? person;
    },
    async open(address, { actor }) {
      const stored = await people.export(address);
      if (stored === null) return null;
      const member = await memberAt(address);
      const whose = member?.id ?? idIn(stored);
      await staff.note({ actor, action: 'person.view', ...(whose !== undefined && { person: whose }) });
      return { address, member, stored };
    },
    async previewErasure(address) {
      const stored = await people.export(address);
      if (stored === null) return null;
      const rows = Object.entries(stored).flatMap(([table, { length }]): [string, number][] =>
        length === 0 ? [] : [[table, length]],
      );
      return { address, member: await memberAt(address), rows: Object.fromEntries(rows) };
    },
    async resend(address, { actor, network }) {
      const member = await memberAt(address);
      if (member === undefined) return 'unknown';
      const { outcome } = await members.resendActivation({ registration: handleOf(member.id), network });
      if (outcome !== 'sent') return 'not-sent';
      await staff.note({ actor, action: 'person.resend', person: member.id });
      return 'sent';
    },
    async correct(address, typed, { actor, network }) {
      const member = await memberAt(address);
      if (member === undefined) return { outcome: 'unknown' };
      const registration = handleOf(member.id);
      const answer = await members.changeEmail({ registration, form: { email: typed }, network });
      if (answer.outcome !== 'changed') return { outcome: answer.outcome === 'invalid' ? 'invalid' : 'not-corrected' };
      const [before, after] = [{ email: member.email }, { email: answer.email }];
      await staff.note({ actor, action: 'person.correct', person: member.id, before, after });
      return { outcome: 'corrected', email: answer.email };
    },
    async take(address, { actor }) {
      const stored = await people.export(address);
      if (stored === null) return null;
      const whose = (await memberAt(address))?.id ?? idIn(stored);
      await staff.note({ actor, action: 'person.export', ...(whose !== undefined && { person: whose }) });
      return stored;
    },
    async erase(address, password, { actor, network }) {
      const admin = await staff.findAdmin(actor);
      if (admin === null) return { outcome: 'refused' };
      const proof = await staff.signInAdmin({ email: admin.email, password, network });
      if (proof.outcome !== 'signed-in') return proof;
      const answer = await people.erase(address, actor);
      if (answer.outcome === 'not-an-address') return { outcome: 'unknown' };
      return { outcome: 'erased', rows: Object.values(answer.rows).reduce((sum, count) => sum + count, 0) };
    },
  };
}

/** Of a person without an account: of the row by which the person waits or asked. */
function idIn(stored: PersonExport): string | undefined {
  const rows = [...(stored['waiting_list'] ?? []), ...(stored['membership_interest'] ?? [])];
  return rows.flatMap((row) => ('id' in row && typeof row.id === 'string' ? [row.id] : []))[0];
}
