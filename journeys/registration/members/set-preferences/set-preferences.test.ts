import { describe, expect, test } from 'vitest';
import { addCode, bench, engines, request } from '#tests/helpers/backend.ts';

const network = '192.0.2.1';

describe.each(engines)('setting preferences on %s', (engine) => {
  const { start } = bench(engine);

  test('preferences are saved for the address of a social token, at least one of four', async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 1);
    await backend.members.register(request());
    const save = async (email: string, preferences: readonly string[]) =>
      backend.members.setPreferences({
        form: { token: await backend.members.makeSocialToken(email), preferences },
        network,
      });
    expect(await save('marie@example.com', ['women', 'home'])).toMatchObject({ outcome: 'saved' });
    expect(await save('marie@example.com', [])).toEqual({
      outcome: 'invalid',
      errors: [{ field: 'preferences', message: 'errors.preferences' }],
    });
    expect(await save('marie@example.com', ['cars'])).toMatchObject({ outcome: 'invalid' });
    expect(await save('other@example.com', ['men'])).toEqual({ outcome: 'not-registered' });
    expect(await backend.members.setPreferences({ form: { token: 'x', preferences: ['men'] }, network })).toEqual({
      outcome: 'denied',
    });
    expect(await backend.ports.database.db.selectFrom('members').select('preferences').executeTakeFirst()).toEqual({
      preferences: '["home","women"]',
    });
  });
});
