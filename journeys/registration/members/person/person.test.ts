import { describe, expect, test } from 'vitest';
import { addCode, balance, bench, engines, request, tokenFor } from '#tests/helpers/backend.ts';
import { projectStep } from '#tests/helpers/project-forms.ts';

const network = '192.0.2.1';

describe.each(engines)('what is stored about a person on %s', (engine) => {
  const { start } = bench(engine);

  test('everything about a person can be handed out, and everything is gone after erasure', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 2);
    await backend.members.register({ ...request(), voucher: '10-percent-no-mov' });
    await backend.members.activate({ token: await tokenFor(backend, 'marie@example.com'), network });
    await backend.members.applyForMembership({ form: { email: 'marie@example.com' }, locale: 'fr', network });
    await backend.members.saveDraft({
      draft: null,
      ...projectStep('code-last-step-1'),
      form: { email: 'marie@example.com', country: 'FR' },
      network,
    });
    const found = await backend.people.export('marie@EXAMPLE.com');
    expect(Object.fromEntries(Object.entries(found ?? {}).map(([table, rows]) => [table, rows.length]))).toEqual({
      members: 1,
      earlier_addresses: 0,
      form_entries: 0,
      webhook_deliveries: 0,
      newsletter_consents: 1,
      policy_acceptances: 2,
      vouchers: 1,
      activation_attempts: 1,
      activation_tokens: 1,
      waiting_list: 0,
      membership_interest: 1,
      inviters: 0,
      registration_codes: 0,
      registration_drafts: 1,
      outbox: 3,
      idempotency_keys: 0,
      access_tokens: 0,
      program_tokens: 0,
      exposures: 0,
      conversions: 0,
    });
    expect(await backend.people.erase('marie@example.com', 'admin-1')).toEqual({
      outcome: 'erased',
      wiped: true,
      rows: {
        members: 1,
        newsletter_consents: 1,
        policy_acceptances: 2,
        vouchers: 1,
        activation_attempts: 1,
        activation_tokens: 1,
        membership_interest: 1,
        registration_drafts: 1,
        outbox: 3,
        rate_limits: 1,
      },
    });
    const { db } = backend.ports.database;
    const tables = [
      'members',
      'newsletter_consents',
      'policy_acceptances',
      'vouchers',
      'membership_interest',
      'registration_drafts',
      'activation_tokens',
      'outbox',
      'idempotency_keys',
    ] as const;
    for (const table of tables) expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    expect(await balance(backend, 'PLACES')).toEqual({ issued: 2, free: 1, pending: 0, active: 1 });
    expect(JSON.stringify(await backend.staff.readAudit(10))).not.toContain('marie');
  });

  test('a pending account that is erased three times at once gives its place back once', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 3);
    await backend.members.register(request());
    await backend.members.register(request({ email: 'anna@example.com' }));
    await Promise.all([1, 2, 3].map(() => backend.people.erase('marie@example.com', 'an admin')));
    expect(await balance(backend, 'PLACES')).toEqual({ issued: 3, free: 2, pending: 1, active: 0 });
  });

  test('erasing a pending account gives its place back; an inviter keeps the balance and loses the name', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 2);
    await backend.ports.database.db.updateTable('inviters').set({ email_canonical: 'anna@example.com' }).execute();
    await backend.members.register(request());
    await backend.people.erase('marie@example.com', 'admin-1');
    expect(await balance(backend, 'PLACES')).toEqual({ issued: 2, free: 2, pending: 0, active: 0 });
    await backend.people.erase('anna@example.com', 'admin-1');
    // The code may have been made of the name.
    expect(await backend.members.checkCode({ code: 'PLACES', network })).toMatchObject({
      error: 'REGISTRATION_CODE_INVALID',
      known: false,
      inviterName: null,
    });
    expect(await backend.people.erase('nobody', 'admin-1')).toEqual({ outcome: 'not-an-address' });
  });
});
