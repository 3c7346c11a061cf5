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
import { toErrorCode } from '#server/platform/to-error-code.ts';
import { maskEmail } from '#server/admin/list.ts';
import type { AdminMutation, AdminOperations } from '#server/admin/operation.ts';
import type { OpenedPerson, PeopleActions } from './people-actions.ts';

const permission = 'people';

export function peopleOperations(actions: PeopleActions): AdminOperations {
  const findPeople: AdminMutation<MutationFindPeopleArgs, FindPeopleOutcome> = {
    permission,
    async run({ search }, caller) {
      const found = await actions.find(search, caller);
      const people = found.map(({ id, email, state, registeredAt }) => ({
        id,
        email: maskEmail(email),
        state: toErrorCode(state),
        registeredAt,
      }));
      return { code: people.length === 0 ? 'NOBODY' : 'FOUND', people };
    },
  };
  const openPerson: AdminMutation<MutationOpenPersonArgs, OpenPersonOutcome> = {
    permission,
    async run({ person }, caller) {
      const opened = await actions.open(await actions.resolveAddress(person), caller);
      return opened === null ? { code: 'UNKNOWN' } : { code: 'OPENED', person: toPerson(opened) };
    },
  };
  const resendActivationTo: AdminMutation<MutationResendActivationToArgs, ResendActivationToOutcome> = {
    permission,
    idempotentOutcomes: ['SENT'],
    run: async ({ person }, caller) => ({
      code: toErrorCode(await actions.resend(await actions.resolveAddress(person), caller)),
    }),
  };
  const correctAddress: AdminMutation<MutationCorrectAddressArgs, CorrectAddressOutcome> = {
    permission,
    idempotentOutcomes: ['CORRECTED'],
    async run({ person, newEmail }, caller) {
      const { outcome, ...more } = await actions.correct(await actions.resolveAddress(person), newEmail, caller);
      return { code: toErrorCode(outcome), ...more };
    },
  };
  const exportPerson: AdminMutation<MutationExportPersonArgs, ExportPersonOutcome> = {
    permission,
    async run({ person }, caller) {
      const stored = await actions.take(await actions.resolveAddress(person), caller);
      return stored === null ? { code: 'UNKNOWN' } : { code: 'EXPORTED', json: JSON.stringify(stored) };
    },
  };
  const erasePerson: AdminMutation<MutationErasePersonArgs, ErasePersonOutcome> = {
    permission,
    async run({ person, password }, caller) {
      const { outcome, ...more } = await actions.erase(await actions.resolveAddress(person), password, caller);
      return { code: toErrorCode(outcome), ...more };
    },
  };
  return { Mutation: { findPeople, openPerson, resendActivationTo, correctAddress, exportPerson, erasePerson } };
}

function toPerson({ address, member }: OpenedPerson): Person {
  if (member === undefined) return { email: address };
  const { email, state, locale, country, code, registeredAt, activatedAt } = member;
  return { email, state: toErrorCode(state), locale, country, code, registeredAt, activatedAt };
}
