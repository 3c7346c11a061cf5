import { describe, expect, test } from 'vitest';
import { PASSWORD } from '#tests/helpers/admin-visitor.ts';
import { addCode, balance, bench, request } from '#tests/helpers/backend.ts';
import { startGraphqlServer } from '#tests/helpers/graphql-server.ts';

const KEY = '1234567890123456789012';

describe('operations of admin pages over GraphQL', () => {
  const { location } = bench('sqlite');

  /** A server, and what it answers to a user of the group `support` and to an API client. */
  async function serve() {
    const server = await startGraphqlServer({ open: true, database: await location() });
    const { staff } = server.backend;
    const made = await staff.createAdmin({
      email: 'support@example.com',
      name: 'Bea',
      password: PASSWORD,
      group: 'support',
    });
    const actor = made.outcome === 'created' ? made.admin.id : '';
    const { token } = await staff.issueAccessToken({ role: 'admin', subject: actor, replaces: null });
    const program = await staff.createApiToken({ name: 'crm', scopes: ['people'], holder: null, days: 1 });
    const ask = async (query: string, variables: object = {}, bearer = token) => {
      const { body } = await server.send({ query, variables }, { authorization: `Bearer ${bearer}` });
      return body.errors === undefined ? body.data : body.errors[0]?.extensions?.code;
    };
    const deeds = async () => {
      const entries = await staff.readAudit(50);
      return entries.map((entry) => ({ actor: entry.actor, action: entry.action }));
    };
    const programToken = program.outcome === 'created' ? program.token : '';
    const programId = program.outcome === 'created' ? program.id : '';
    return { ...server, actor, ask, deeds, program: { token: programToken, actor: `program:${programId}` } };
  }

  test('a code is created once for a key, given places and blocked as on its page, and listed in parts', async () => {
    const { backend, actor, ask, deeds, stop } = await serve();
    const create = `mutation ($input: NewRegistrationCode!, $key: String! = "${KEY}") {
      createRegistrationCode(input: $input, idempotencyKey: $key) { code label most path }
    }`;
    const input = { name: 'Anna', places: 4 };
    const [one, other] = await Promise.all([ask(create, { input }), ask(create, { input })]);
    expect(one).toMatchObject({ createRegistrationCode: { code: 'CREATED', label: expect.any(String) } });
    expect(other).toEqual(one);
    expect(await ask(create, { input: { name: 'Eva', places: 4 } })).toMatchObject({
      createRegistrationCode: { code: 'KEY_REUSED' },
    });
    const { label = '' } = (await backend.ports.database.db
      .selectFrom('registration_codes')
      .select('label')
      .executeTakeFirstOrThrow()) satisfies { label: string };
    for (const [more, code] of [
      [{ places: 0 }, 'INVALID_PLACES'],
      [{ code: label }, 'EXISTS'],
      [{ until: '2020-01-01' }, 'ALREADY_OVER'],
      [{ until: 'soon' }, 'INVALID_DAY'],
      [{ name: '<b>' }, 'INVALID_NAME'],
    ] as const) {
      const key = `refused-${code}`.padEnd(22, '-');
      expect(await ask(create, { input: { ...input, ...more }, key })).toMatchObject({
        createRegistrationCode: { code },
      });
    }
    await backend.members.register(request({ code: label }));
    const change = `mutation ($places: Int!) { changeBalance(code: "${label}", places: $places, reason: "asked") { code before free least } }`;
    expect(await ask(change, { places: 9 })).toEqual({
      changeBalance: { code: 'CHANGED', before: 4, free: 8, least: null },
    });
    const make = `mutation { generateRegistrationLink(
      registrationCode: "${label}", landing: "landings/black-friday", locale: de, idempotencyKey: "${KEY}"
    ) { code link { url } } }`;
    expect(await ask(make)).toMatchObject({
      generateRegistrationLink: { code: 'GENERATED', link: { url: expect.stringContaining('/de/') } },
    });
    expect(await ask('{ registrationLinks(locale: de) { total links { url landing registered } } }')).toMatchObject({
      registrationLinks: { total: 1, links: [{ landing: 'landings/black-friday', registered: 0 }] },
    });
    const block = `mutation { blockRegistrationCode(code: "${label}") { code } }`;
    expect([await ask(block), await ask(block)]).toMatchObject([
      { blockRegistrationCode: { code: 'CHANGED' } },
      { blockRegistrationCode: { code: 'UNCHANGED' } },
    ]);
    expect(await ask('{ registrationCodes(state: BLOCKED, limit: 1) { total codes { label state free } } }')).toEqual({
      registrationCodes: { total: 1, codes: [{ label, state: 'BLOCKED', free: 8 }] },
    });
    for (const part of ['limit: 201', 'limit: 0', 'offset: -1', 'offset: 100000'])
      expect(await ask(`{ registrationCodes(${part}) { total } }`)).toBe('LIMIT_EXCEEDED');
    const written = (await deeds()).filter(({ action }) => action.startsWith('code.'));
    expect(written).toEqual(['code.block', 'code.balance', 'code.create'].map((action) => ({ actor, action })));
    await stop();
  });

  test('an application is answered once, whichever request is faster, and dead letters are revived once, alone or 200 at most together', async () => {
    const { backend, ask, deeds, stop } = await serve();
    for (const name of ['anna', 'eva'])
      await backend.members.applyForMembership({
        form: { email: `${name}@example.com`, country: 'FR' },
        locale: 'fr',
        network: '192.0.2.1',
      });
    const listed = await ask('{ membershipInterest { total applicants { id email } } }');
    expect(listed).toMatchObject({ membershipInterest: { total: 2, applicants: [{ email: 'a…@example.com' }, {}] } });
    const ids = (await backend.members.listInterest({ newestFirst: false, offset: 0, limit: 2 })).applicants;
    const answer = (kind: string, id = '') => ask(`mutation { ${kind}(id: "${id}") { code } }`);
    const [first, second] = [ids[0]?.id, ids[1]?.id];
    const both = await Promise.all([answer('acceptInterest', first), answer('declineInterest', first)]);
    expect(
      JSON.stringify(both)
        .match(/ACCEPTED|DECLINED|ANSWERED_BEFORE/g)
        ?.filter((code) => code === 'ANSWERED_BEFORE'),
    ).toHaveLength(1);
    expect(await answer('declineInterest', second)).toEqual({ declineInterest: { code: 'DECLINED' } });

    await backend.ports.database.db.updateTable('outbox').set({ status: 'dead', last_error: '550' }).execute();
    const mails = await ask('{ mails(limit: 1) { total mails { recipient reason } } }');
    expect(mails).toEqual({
      mails: { total: 4, mails: [{ recipient: expect.stringMatching(/^[ae]…@example\.com$/), reason: '550' }] },
    });
    const [mail] = await backend.outbox.listDeadLetters();
    const revive = `mutation { reviveMail(id: "${mail?.id}") { code } }`;
    expect([await ask(revive), await ask(revive)]).toEqual([
      { reviveMail: { code: 'REVIVED' } },
      { reviveMail: { code: 'NOT_DEAD' } },
    ]);
    const written = (await deeds()).map(({ action }) => action);
    expect(written.filter((action) => /^(?:interest|mail)\./.test(action))).toHaveLength(3);

    const dead = (await backend.outbox.listDeadLetters()).map(({ id }) => id);
    const reviveAll = (sent: readonly string[]) =>
      ask(`mutation { reviveMails(ids: ${JSON.stringify(sent)}) { code revived } }`);
    const tooMany = Array.from({ length: 201 }, (_, index) => `${index}`);
    expect(await reviveAll([...tooMany, ...dead])).toEqual({ reviveMails: { code: 'TOO_MANY', revived: null } });
    expect(await reviveAll([...dead, ...dead, 'strange'])).toEqual({
      reviveMails: { code: 'REVIVED', revived: dead.length },
    });
    expect(await reviveAll(dead)).toEqual({ reviveMails: { code: 'NOT_DEAD', revived: 0 } });
    expect(dead).toHaveLength(3);
    await stop();
  });

  test('people are masked until they are opened, and anyone who opens, exports, corrects or erases one is written down', async () => {
    const { backend, actor, ask, deeds, program, stop } = await serve();
    await addCode(backend, 'PLACES', 3);
    await backend.members.register(request({ code: 'PLACES' }));
    const found = await ask('mutation { findPeople(search: "PLACES") { code people { id email state } } }');
    expect(found).toMatchObject({
      findPeople: { code: 'FOUND', people: [{ email: 'm…@example.com', state: 'PENDING' }] },
    });
    const [{ id = '' } = {}] = await backend.members.findMembers({ search: 'PLACES', limit: 1 });
    const open = `mutation { openPerson(person: "${id}") { code person { email code } } }`;
    const opened = { openPerson: { code: 'OPENED', person: { email: 'marie@example.com', code: 'PLACES' } } };
    expect([await ask(open), await ask(open, {}, program.token)]).toEqual([opened, opened]);
    expect(await ask('mutation { openPerson(person: "nobody") { code person { email } } }')).toEqual({
      openPerson: { code: 'UNKNOWN', person: null },
    });
    const correct = `mutation { correctAddress(person: "marie@example.com", newEmail: "marion@example.com", idempotencyKey: "${KEY}") { code email } }`;
    const corrected = { correctAddress: { code: 'CORRECTED', email: 'marion@example.com' } };
    expect([await ask(correct), await ask(correct)]).toEqual([corrected, corrected]);
    const exported = await ask('mutation { exportPerson(person: "marion@example.com") { code json } }');
    expect(JSON.stringify(exported)).toContain('marion@example.com');
    const erase = (password: string) =>
      `mutation { erasePerson(person: "marion@example.com", password: "${password}") { code } }`;
    expect(await ask(erase('a guess'))).toEqual({ erasePerson: { code: 'REFUSED' } });
    expect(await ask(erase(PASSWORD), {}, program.token)).toEqual({ erasePerson: { code: 'REFUSED' } });
    expect((await balance(backend, 'PLACES')).pending).toBe(1);
    expect(await ask(erase(PASSWORD))).toEqual({ erasePerson: { code: 'ERASED' } });
    expect(await backend.members.findMembers({ search: 'PLACES', limit: 1 })).toEqual([]);
    expect((await deeds()).filter(({ action }) => action.startsWith('person.')).toReversed()).toEqual([
      { actor, action: 'person.search' },
      { actor, action: 'person.view' },
      { actor: program.actor, action: 'person.view' },
      { actor, action: 'person.correct' },
      { actor, action: 'person.export' },
      { actor, action: 'person.erase' },
    ]);
    await stop();
  });
});
