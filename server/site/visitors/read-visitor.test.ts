import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '#server/platform/paths.ts';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { SECRET } from '#tests/helpers/secret.ts';
import { consentCookies } from '#tests/helpers/consent-cookie.ts';
import { type ExperimentServer, startExperimentServer } from '#tests/helpers/experiment-server.ts';
import { CHROME, makeExperiment } from '#tests/helpers/experiments.ts';
import { createReadVisitor } from './read-visitor.ts';

const DAY = 86_400_000;
const now = Date.now();
const read = createReadVisitor(deriveSecrets(SECRET), () => undefined);
const readConsent = (value: string, at = now) => read(`vitrine_consent=${value}`, at).consent;
const { vitrine_consent: agreed } = consentCookies(['statistics', 'marketing'], now);
const none = [
  ['forged', 'statistics.0.forged'],
  [
    'of another secret',
    consentCookies(['statistics'], now, 'another secret of tests that is long enough').vitrine_consent,
  ],
  ['with a purpose that was not agreed to', consentCookies([], now).vitrine_consent.replace('none', 'statistics')],
  ['outdated', consentCookies(['statistics'], now - 181 * DAY).vitrine_consent],
  ['endless', `${agreed}${'x'.repeat(4_000)}`],
] as const;

test('A cached result is used until it expires, however often it is requested', () => {
  for (const at of [now, now, now + 179 * DAY]) expect(readConsent(agreed, at)).toEqual(['statistics', 'marketing']);
  expect(readConsent(agreed, now + 181 * DAY)).toBeNull();
  expect(readConsent(consentCookies([], now).vitrine_consent)).toEqual([]);
});

test.each(none)('A result that is %s is discarded', (_what, value) => {
  for (const _again of [1, 2]) expect(readConsent(value)).toBeNull();
});

/** The only ones that may read the cookie: the one writes it, the other checks it. */
const READERS = ['server/site/consent/consent-record.ts', 'server/site/visitors/read-visitor.ts'];

test('nothing on the server reads the cookie of consent but the one place that checks it', () => {
  const folders = ['server', 'engine/decide', 'engine/cli', 'journeys', 'commands'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|[\\/]browser[\\/]/.test(file))
      .map((file) => join(folder, file).replaceAll('\\', '/')),
  );
  const reading = files.filter((file) =>
    /\b(?:agreesTo|CONSENT_COOKIE|vitrine_consent)\b/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(reading.toSorted()).toEqual(READERS);
});

describe('planted where a server is asked', () => {
  let running: ExperimentServer;
  beforeAll(async () => {
    running = await startExperimentServer({
      experiments: [makeExperiment('hero', 'landings/short')],
      landings: [{ id: 'landings/short', bases: ['landings/default'] }],
    });
  });
  afterAll(() => running.stop());

  const ask = async (path: string, consent: string, fields?: Readonly<Record<string, string>>) => {
    const headers = { 'user-agent': CHROME, 'sec-fetch-site': 'same-origin', cookie: `vitrine_consent=${consent}` };
    const sent = fields && { method: 'POST', body: new URLSearchParams(fields) };
    const answer = await fetch(running.origin + path, { redirect: 'manual', headers, ...sent });
    await answer.arrayBuffer();
    return answer;
  };
  const readCookie = (answer: Response, name: string): string | undefined =>
    answer.headers.getSetCookie().find((line) => line.startsWith(`${name}=`));

  test.each(none.slice(0, 4))('an answer that is %s makes no id last and stores no row', async (_what, value) => {
    const page = await ask('/de', value);
    expect(readCookie(page, 'vitrine_visitor')).not.toMatch(/Max-Age/);
    expect((await ask('/do/consent', value, { choice: 'ask' })).headers.get('location')).toMatch(/#consent-unknown$/);
    const { db } = running.backend.ports.database;
    expect(await db.selectFrom('phase_exposures').selectAll().execute()).toEqual([]);
  });

  test('and one that holds does all of it', async () => {
    expect(readCookie(await ask('/de', agreed), 'vitrine_visitor')).toMatch(/Max-Age/);
    expect((await ask('/do/consent', agreed, { choice: 'ask' })).headers.get('location')).toMatch(/#consent-all$/);
    const { db } = running.backend.ports.database;
    await expect.poll(() => db.selectFrom('phase_exposures').selectAll().execute()).toHaveLength(1);
  });
});
