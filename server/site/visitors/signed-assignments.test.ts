import { expect, test } from 'vitest';
import { markReported, readStickyAssignments, readVisitorId } from '#engine/shared/experiment-cookies.ts';
import { readGivenAssignments } from '#engine/shared/given-assignments.ts';
import { buildPayload } from '#engine/experiments/payload.ts';
import { Flags } from '#engine/experiments/flags.ts';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { SECRET } from '#tests/helpers/secret.ts';
import { makeExperiment, visitorId } from '#tests/helpers/experiments.ts';
import { cookieHeader, visitorCookies } from '#tests/helpers/visitor-cookies.ts';
import { createReadVisitor } from './read-visitor.ts';

const DAY = 86_400_000;
const now = Date.now();
const flags = new Flags(buildPayload([makeExperiment('hero', 'landings/short')], now));
const readWith = (secret: string) => createReadVisitor(deriveSecrets(secret), () => flags);
const read = readWith(SECRET);
const id = visitorId(1);
const [given, other] = flags.isGivenTo(id, 'hero__0', 'test') ? ['test', 'control'] : ['control', 'test'];
const another = Array.from({ length: 50 }, (_, index) => visitorId(index + 2)).find((each) =>
  flags.isGivenTo(each, 'hero__0', given),
);
const held = `hero__0~${other}~t3k9x!seen__0*b*t3k9x`;
const signed = visitorCookies({ id }, held, now);
const believed = (cookies: Readonly<Record<string, string>>, at = now, reader = read) => {
  const { vitrine_visitor: visitor, vitrine_arms: variations = '' } = reader(cookieHeader(cookies), at).cookies;
  return { id: readVisitorId(visitor)?.id, variations };
};

test('what the server signed is believed, whatever scripts note beside it and however often it is sent', () => {
  for (const _again of [1, 2]) expect(believed(signed)).toEqual({ id, variations: held });
  const marked = { ...signed, vitrine_arms: markReported(signed.vitrine_arms) };
  expect(believed(marked)).toEqual({ id, variations: held.replace('t3k9x!', 't3k9x~2!') });
  expect(believed(visitorCookies({ id }, '', now))).toEqual({ id, variations: '' });
});

test('a release that knows no signature reads the same assignments', () => {
  expect(readStickyAssignments(signed.vitrine_arms)).toEqual(readStickyAssignments(held));
  expect(readGivenAssignments(signed.vitrine_arms)).toEqual(readGivenAssignments(held));
});

test.each([
  ['of another visitor', { ...signed, vitrine_visitor: another ?? '' }],
  ['that outlives its session', { ...signed, vitrine_visitor: `${id}.1` }],
  ['with another variation', { ...signed, vitrine_arms: signed.vitrine_arms.replace(`~${other}~`, '~forged~') }],
  ['with another time', { ...signed, vitrine_arms: signed.vitrine_arms.replace('~t3k9x', '~t3k9y') }],
  ['with one more', { ...signed, vitrine_arms: `more__0~a~t3k9x!${signed.vitrine_arms}` }],
  ['that counts before a block was seen', { ...signed, vitrine_arms: signed.vitrine_arms.replaceAll('*', '~') }],
  ['of an unknown secret', visitorCookies({ id }, held, now, 'another secret of tests that is long enough')],
  ['longer than a cookie', { ...signed, vitrine_arms: `${'x'.repeat(5_000)}!${signed.vitrine_arms}` }],
  ['without any', { vitrine_visitor: id }],
])('a signature %s proves neither id nor assignments', (_what, cookies) => {
  const found = believed(cookies);
  expect([found.variations, found.id === undefined || found.id === id]).toEqual(['', true]);
  expect(found.variations).not.toContain('forged');
});

test('It lasts for a session and a little more, and for the lifetime of cookies with consent to statistics', () => {
  expect(believed(signed, now + 6 * DAY).variations).toBe(held);
  expect(believed(signed, now + 8 * DAY).variations).toBe('');
  expect(believed(visitorCookies({ id, lasting: true }, held, now), now + 399 * DAY).variations).toBe(held);
});

const [OLD, NEW] = ['the old secret of tests is long enough', 'the new secret of tests is long enough'];

test('while a secret is replaced, servers with the old and the new one believe each other', () => {
  const old = visitorCookies({ id }, held, now, OLD);
  for (const secret of [`${NEW},${OLD}`, `${OLD},${NEW}`])
    expect(believed(old, now, readWith(secret)).variations).toBe(held);
});

test('what nothing proves keeps the variation that the id gives anyway, and is marked so that it adds nothing', () => {
  const unsigned = { vitrine_visitor: id, vitrine_arms: `hero__0~${given}~t3k9x!other__0~a~t3k9x!seen__0*b*t3k9x` };
  const found = believed(unsigned);
  expect(found).toEqual({ id, variations: `hero__0~${given}~t3k9x.` });
  expect(readStickyAssignments(found.variations)).toMatchObject([
    { bucket: 'hero__0', variation: given, unproven: true },
  ]);
  expect(believed({ ...unsigned, vitrine_arms: held })).toEqual({ id: undefined, variations: '' });
});

test('an agreement may be taken back of any id', () => {
  expect(believed({ vitrine_visitor: `${id}.1` })).toEqual({ id, variations: '' });
});
