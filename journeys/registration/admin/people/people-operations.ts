import type {
  CorrectAddressOutcome,
  ErasePersonOutcome,
  ExportPersonOutcome,
  FindPeopleOutcome,
  MutationCorrectAddressArgs,
  MutationErasePersonArgs,
  MutationExportPersonArgs,
  MutationFindPeopleArgs,
  MutationOpenPersonArgs,
  MutationResendActivationToArgs,
  OpenPersonOutcome,
  Person,
  ResendActivationToOutcome,
} from '#schemas/generated/graphql/resolvers.ts';
import { codeOf } from '#server/platform/code-of.ts';
import { masked } from '#server/admin/list.ts';
import type { RoomMutation, RoomOperations } from '#server/admin/operation.ts';
import type { OpenedPerson, PeopleDeeds } from './people-deeds.ts';

const permission = 'people';

export function peopleOperations(deeds: PeopleDeeds): RoomOperations {
  const findPeople: RoomMutation<MutationFindPeopleArgs, FindPeopleOutcome> = {
    permission,
    async run({ search }, caller) {
      const found = await deeds.find(search, caller);
      const people = found.map(({ id, email, state, registeredAt }) => ({
        id,
        email: masked(email),
        state: codeOf(state),
        registeredAt,
      }));
      return { code: people.length === 0 ? 'NOBODY' : 'FOUND', people };
    },
  };
  const openPerson: RoomMutation<MutationOpenPersonArgs, OpenPersonOutcome> = {
    permission,
    async run({ person }, caller) {
      const opened = await deeds.open(await deeds.addressOf(person), caller);
      return opened === null ? { code: 'UNKNOWN' } : { code: 'OPENED', person: personOf(opened) };
    },
  };
  const resendActivationTo: RoomMutation<MutationResendActivationToArgs, ResendActivationToOutcome> = {
    permission,
    lasting: ['SENT'],
    run: async ({ person }, caller) => ({
      code: codeOf(await deeds.resend(await deeds.addressOf(person), caller)),
    }),
  };
  const correctAddress: RoomMutation<MutationCorrectAddressArgs, CorrectAddressOutcome> = {
    permission,
    lasting: ['CORRECTED'],
    async run({ person, newEmail }, caller) {
      const { outcome, ...more } = await deeds.correct(await deeds.addressOf(person), newEmail, caller);
      return { code: codeOf(outcome), ...more };
    },
  };
  const exportPerson: RoomMutation<MutationExportPersonArgs, ExportPersonOutcome> = {
    permission,
    async run({ person }, caller) {
      const stored = await deeds.take(await deeds.addressOf(person), caller);
      return stored === null ? { code: 'UNKNOWN' } : { code: 'EXPORTED', json: JSON.stringify(stored) };
    },
  };
  const erasePerson: RoomMutation<MutationErasePersonArgs, ErasePersonOutcome> = {
    permission,
    async run({ person, password }, caller) {
      const { outcome, ...more } = await deeds.erase(await deeds.addressOf(person), password, caller);
      return { code: codeOf(outcome), ...more };
    },
  };
  return { Mutation: { findPeople, openPerson, resendActivationTo, correctAddress, exportPerson, erasePerson } };
}

function personOf({ address, member }: OpenedPerson): Person {
  if (member === undefined) return { email: address };
  const { email, state, locale, country, code, registeredAt, activatedAt } = member;
  return { email, state: codeOf(state), locale, country, code, registeredAt, activatedAt };
}
