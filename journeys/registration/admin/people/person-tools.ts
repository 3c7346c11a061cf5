import type { SectionView } from '#engine/shared/data-view.ts';
import type { FoundMember } from '#journeys/registration/members/find-members/find-members.ts';
import { type ActionResult, type AdminRequest, requireUser } from '#server/admin/admin-page.ts';
import type { OperationCaller } from '#server/admin/operation.ts';
import { readEmail } from '#server/platform/forms/email.ts';
import type { PersonExport } from '#server/platform/personal-data/personal-data-source.ts';
import { type Correction, buildPersonSections } from './build-person-sections.ts';
import type { OpenedPerson, PeoplePagePorts } from './ports.ts';

/** Maximum search results. */
const MAX_PEOPLE = 50;

export type Shown = Extract<ActionResult, { readonly shown: unknown }>;

/** Shared by the actions of the page: identifying, finding and showing a person. */
export interface PersonTools extends PeoplePagePorts {
  findMembers(search: string): Promise<readonly FoundMember[]>;
  findMember(address: string): Promise<FoundMember | undefined>;
  /** Encrypted form of an email address without an account, because pages contain no unopened addresses. */
  sealAddress(address: string): string;
  /** Email address for an id or a `sealAddress` value; other values are taken as an address. */
  resolveAddress(person: string): Promise<string>;
  /** `null` for an invalid address. The access is recorded in the audit log. */
  open(address: string, caller: Pick<OperationCaller, 'actor'>): Promise<OpenedPerson | null>;
  show(
    request: AdminRequest,
    person: OpenedPerson | null,
    note?: readonly SectionView[],
    correction?: Correction,
  ): Shown;
  /** Opens and renders a person. */
  showAt(
    request: AdminRequest,
    address: string,
    note?: readonly SectionView[],
    correction?: Correction,
  ): Promise<Shown>;
}

export function createPersonTools(ports: PeoplePagePorts): PersonTools {
  const { members, people, staff, sealed } = ports;
  const findMembers = (search: string) => members.findMembers({ search, limit: MAX_PEOPLE });
  const findMember = async (address: string) => (await findMembers(address))[0];
  const open: PersonTools['open'] = async (address, { actor }) => {
    const stored = await people.export(address);
    if (stored === null) return null;
    const member = await findMember(address);
    await staff.note({ actor, action: 'person.view', person: member?.id ?? findRowId(stored) });
    const duplicates = await members.findDuplicates({ address, account: member });
    return { address, member, stored, duplicates };
  };
  const show: PersonTools['show'] = (request, person, note = [], correction = {}) => {
    if (person === null) return buildNotice(request, 'people.notAnAddress');
    const ref = person.member?.id ?? sealed.seal(person.address);
    return {
      shown: [...note, ...buildPersonSections(request, { ...person, ref, correction, sealAddress: sealed.seal })],
    };
  };
  return {
    ...ports,
    findMembers,
    findMember,
    sealAddress: (address) => sealed.seal(address),
    async resolveAddress(person) {
      if (readEmail(person) !== null) return person;
      const address = sealed.open(person);
      if (address !== null) return address;
      const [member] = await members.findMembers({ id: person, limit: 1 });
      return member?.email ?? person;
    },
    open,
    show,
    showAt: async (request, address, note, correction) =>
      show(request, await open(address, { actor: requireUser(request).id }), note, correction),
  };
}

/** Row id of a person without an account, from the waiting list or an application. */
export function findRowId(stored: PersonExport): string | undefined {
  const rows = [...(stored['waiting_list'] ?? []), ...(stored['membership_interest'] ?? [])];
  return rows.flatMap((row) => ('id' in row && typeof row.id === 'string' ? [row.id] : []))[0];
}

/** Why no person is shown: the submitted form is not part of the response. */
export const buildNotice = ({ t }: AdminRequest, key: 'people.gone' | 'people.notAnAddress'): Shown => ({
  shown: [{ kind: 'note', mark: 'alert', title: t(key) }],
});
