import { describe, expect, test } from 'vitest';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { addCode, bench, engines } from '#tests/helpers/backend.ts';
import { confirmInvitation, returnInvitation, countPendingInvitations, reserveInvitation } from './balance.ts';

describe.each(process.env['STRYKER_MUTATOR_WORKER'] === undefined ? engines : (['sqlite'] as const))(
  'the balance of an inviter on %s',
  (engine) => {
    const { start } = bench(engine);

    async function inviters() {
      const backend = await start();
      await addCode(backend, 'MINE', 2);
      await addCode(backend, 'OTHER', 2);
      const { database } = backend.ports;
      type Step =
        | typeof reserveInvitation
        | typeof confirmInvitation
        | typeof returnInvitation
        | typeof countPendingInvitations;
      const step = (change: Step): Promise<unknown> =>
        withTransaction<unknown>(database, (tx) => change(tx, 'inviter-MINE'));
      const balances = async () => {
        const rows = await database.db.selectFrom('inviters').selectAll().orderBy('id').execute();
        return rows.map(({ issued, free, pending, active }) => [issued, free, pending, active]);
      };
      return { step, balances, database };
    }

    test('moves from free to pending to active, says how many are left, and belongs to one inviter', async () => {
      const { step, balances } = await inviters();
      expect([await step(reserveInvitation), await step(reserveInvitation)]).toEqual([1, 0]);
      expect(await step(countPendingInvitations)).toBe(2);
      expect(await balances()).toEqual([
        [2, 0, 2, 0],
        [2, 2, 0, 0],
      ]);
      await step(confirmInvitation);
      expect(await balances()).toEqual([
        [2, 0, 1, 1],
        [2, 2, 0, 0],
      ]);
      await step(returnInvitation);
      expect(await balances()).toEqual([
        [2, 1, 0, 1],
        [2, 2, 0, 0],
      ]);
      expect(await step(countPendingInvitations)).toBe(0);
    });

    test('gives no place away that is not there, and none of an inviter who does not exist', async () => {
      const { step, balances, database } = await inviters();
      await step(reserveInvitation);
      await step(reserveInvitation);
      const before = await balances();
      expect(await step(reserveInvitation)).toBeNull();
      expect(await withTransaction(database, (tx) => reserveInvitation(tx, 'nobody'))).toBeNull();
      expect(await balances()).toEqual(before);
      await expect(withTransaction(database, (tx) => countPendingInvitations(tx, 'nobody'))).rejects.toThrow(
        'no result',
      );
    });
  },
);
