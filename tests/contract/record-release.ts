import { mkdir, writeFile, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { persistedIds } from '#schemas/generated/graphql/persisted-ids.ts';
import { buildConsentCookie } from '#server/site/consent/consent-record.ts';
import { type Session, buildSessionCookie } from '#server/site/sessions/session.ts';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { systemRandom } from '#server/platform/tokens/random.ts';

/*
 * `node tests/contract/record-release.ts` at a release: what the next one has to understand of it. The release must be the tree that lies here.
 */
const folder = join(import.meta.dirname, '../fixtures/previous-release');
const secret = 'a secret of recordings that is long enough to be one';
const now = Date.UTC(2026, 10, 20, 10);

/** One of everything that a session may hold. */
const session: Session = {
  draft: 'draft-1',
  flow: 'leanStep1',
  steps: ['code'],
  offer: {
    newsletter: { text: 'Write to me.', version: '1' },
    voucher: '10-percent-no-mov',
    landing: 'landings/default',
    boundTo: null,
  },
  failedToken: 'token-1',
  active: true,
};
const secrets = deriveSecrets(secret);
const consent = { granted: ['statistics'], at: now } as const;

await mkdir(folder, { recursive: true });
await copyFile(
  join(import.meta.dirname, '../../schemas/generated/graphql/schema.graphql'),
  join(folder, 'schema.graphql'),
);
const recorded = {
  secret,
  now,
  session: {
    value: session,
    cookie: buildSessionCookie({ secrets, random: systemRandom, clock: { now: () => now } }, session, true),
  },
  consent: { value: consent, cookie: buildConsentCookie(secrets.consent, consent) },
  operations: Object.values(persistedIds).toSorted(),
};
await writeFile(join(folder, 'recorded.json'), `${JSON.stringify(recorded, null, 2)}\n`);
