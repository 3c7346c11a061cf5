import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, findBreakingChanges, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { persistedDocuments } from '#schemas/generated/graphql/persisted-documents.ts';
import { isCurrent, readSignedConsent } from '#server/site/consent/consent-record.ts';
import { readSession, getSessionCookieName } from '#server/site/sessions/session.ts';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';

/*
 * While a release is rolled out, and when it is rolled back, servers of two releases answer the same visitors. What the release before
 * promised lies in the fixture, written by `node tests/contract/record-release.ts` at that release.
 */
const folder = join(import.meta.dirname, '../fixtures/previous-release');
const schemaIn = (file: string) => buildSchema(readFileSync(file, 'utf8'));
const [before, present] = [
  schemaIn(join(folder, 'schema.graphql')),
  schemaIn(join(import.meta.dirname, '../../schemas/generated/graphql/schema.graphql')),
];
const recorded: {
  readonly secret: string;
  readonly now: number;
  readonly session: { readonly value: object; readonly cookie: { readonly name: string; readonly value: string } };
  readonly consent: { readonly value: object; readonly cookie: { readonly value: string } };
  readonly operations: readonly string[];
} = JSON.parse(readFileSync(join(folder, 'recorded.json'), 'utf8'));
const secrets = deriveSecrets(recorded.secret);
const SECOND = 1_000;

test('the GraphQL schema breaks nothing that clients of the release before ask for', () => {
  expect(findBreakingChanges(before, present)).toEqual([]);
});

test('a change that would break them is found', () => {
  const broken = buildSchema('type Query { other: Int }');
  expect(findBreakingChanges(before, broken).length).toBeGreaterThan(0);
});

test('operations that scripts of the release before send are still executed', () => {
  const missing = recorded.operations.filter((id) => !Object.hasOwn(persistedDocuments, id));
  expect(missing).toEqual([]);
  for (const id of recorded.operations) expect(validate(present, parse(persistedDocuments[id] ?? ''))).toEqual([]);
});

test('a session of the release before is read as it was written', () => {
  const { name, value } = recorded.session.cookie;
  expect(name).toBe(getSessionCookieName(true));
  const clock = { now: () => recorded.now + SECOND };
  expect(readSession({ secrets, clock }, { [name]: value }, true)).toEqual(recorded.session.value);
});

test('an answer about consent that the release before noted still counts', () => {
  const { value, cookie } = recorded.consent;
  const record = readSignedConsent(secrets.consent, cookie.value);
  expect(record).toEqual(value);
  expect(record !== null && isCurrent(record, recorded.now + SECOND)).toBe(true);
});
