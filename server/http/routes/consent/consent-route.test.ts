import { describe, expect, test } from 'vitest';
import { bench } from '#tests/helpers/backend.ts';
import { serveRegistration } from '#tests/helpers/registration-server.ts';

describe('an answer to the question of consent', () => {
  const { start } = bench('sqlite');

  test.each([
    ['/de/lobby?a=b', '/de/lobby?a=b'],
    ['//elsewhere.example/', '/elsewhere.example/'],
    ['/\\elsewhere.example/', '/elsewhere.example/'],
  ])('that comes from %s leads back to %s, and never to another host', async (from, location) => {
    const visitor = (await serveRegistration(await start())).visitor();
    const answer = await visitor.submit('consent', { choice: 'none' }, from);
    expect([answer.status, answer.location]).toEqual([303, location]);
  });

  test.each([
    [[['choice', 'all']], {}, 'statistics-marketing'],
    [[['choice', 'all']], { 'sec-gpc': '1' }, 'statistics'],
    [
      [
        ['choice', 'some'],
        ['purpose', 'marketing'],
        ['purpose', 'anything'],
      ],
      { 'sec-gpc': '1' },
      'marketing',
    ],
    [[['choice', 'some']], {}, 'none'],
  ])('of %j with the headers %j agrees to %s', async (fields, headers, granted) => {
    const visitor = (await serveRegistration(await start())).visitor();
    const answer = await visitor.submit('consent', new URLSearchParams(fields), '/de', headers);
    expect(answer.headers.get('set-cookie')).toMatch(new RegExp(`^vitrine_consent=${granted}\\.`));
  });
});
