import type { WebAuthnCredential } from '@simplewebauthn/server';
import type { Db } from '#server/platform/database/open-database.ts';
import { currentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { audit } from '#server/staff/audit/append.ts';
import type { StaffPorts } from '#server/staff/ports.ts';
import type { StaffPasskeysTable } from '#server/staff/tables.ts';
import { type ChallengeOwner, makeChallenge, spendChallenge } from './challenge.ts';
import { readAssertion, readAttestation } from './read-response.ts';

/** What a page gives its browser to sign. */
export interface PasskeyOffer {
  /** JSON for `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. */
  readonly options: string;
  /** Comes back with the answer. */
  readonly ticket: string;
}

/** What comes back. */
export interface PasskeyAnswer {
  readonly ticket: string;
  /** JSON of the browser's `PublicKeyCredential`. */
  readonly credential: string;
  /** What only the browser has that the offer was made to. */
  readonly browser: string;
}

/** More is a list that nobody looks through. */
const MAX_PASSKEYS = 20;

/** Loaded by anyone who needs it first: commands and public pages never do. */
const webAuthn = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 (RFC 9053): what today's passkeys sign with. */
const ALGORITHMS = [-8, -7, -257];

const rpId = ({ site }: StaffPorts): string => new URL(site.origin()).hostname;
const challengeBytes = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'));

/** For a new passkey of a signed-in user: one that is found without an address, and asks for its owner's finger or PIN. */
export async function offerToAdd(
  ports: StaffPorts,
  admin: { readonly id: string; readonly email: string; readonly name: string },
  browser: string,
): Promise<PasskeyOffer> {
  const { challenge, ticket } = makeChallenge(ports, { purpose: 'add', browser });
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: ports.site.name(),
    rpID: rpId(ports),
    userID: new Uint8Array(Buffer.from(admin.id)),
    userName: admin.email,
    userDisplayName: admin.name,
    challenge: challengeBytes(challenge),
    excludeCredentials: (await readPasskeys(ports.database.db, admin.id)).map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { options: JSON.stringify(options), ticket };
}

/** @param adminId Whose passkeys may answer; anybody's when left out. */
export async function offerToUse(
  ports: StaffPorts,
  owner: ChallengeOwner & { readonly adminId?: string },
): Promise<PasskeyOffer> {
  const { purpose, browser, adminId } = owner;
  const { challenge, ticket } = makeChallenge(ports, { purpose, browser });
  const own = adminId === undefined ? [] : await readPasskeys(ports.database.db, adminId);
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: rpId(ports),
    challenge: challengeBytes(challenge),
    userVerification: 'required',
    ...(own.length > 0 && { allowCredentials: own.map(toDescriptor) }),
  });
  return { options: JSON.stringify(options), ticket };
}

export interface AddPasskeyRequest extends PasskeyAnswer {
  readonly adminId: string;
  readonly name: string;
}

export type AddPasskeyAnswer = { readonly outcome: 'added' | 'invalid-name' | 'refused' | 'too-many' | 'exists' };

/** Keeps the public key of a passkey that signed the challenge of this very page. */
export async function addPasskey(
  ports: StaffPorts,
  { adminId, name: typed, ...answer }: AddPasskeyRequest,
): Promise<AddPasskeyAnswer> {
  const name = typed.trim();
  if (name === '' || name.length > 60) return { outcome: 'invalid-name' };
  const credential = await attested(ports, answer);
  if (credential === null) return { outcome: 'refused' };
  return withTransaction<AddPasskeyAnswer>(ports.database, async (tx) => {
    if ((await readPasskeys(tx, adminId)).length >= MAX_PASSKEYS) return { outcome: 'too-many' };
    const added = await tx
      .insertInto('staff_passkeys')
      .values({
        id: credential.id,
        admin_id: adminId,
        name,
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: JSON.stringify(credential.transports ?? []),
        created_at: currentTimestamp(ports.clock),
        used_at: null,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added === undefined) return { outcome: 'exists' };
    await audit(tx, ports, { actor: adminId, action: 'passkey.add', subject: adminId, after: { name } });
    return { outcome: 'added' };
  });
}

async function attested(
  ports: StaffPorts,
  { ticket, credential, browser }: PasskeyAnswer,
): Promise<WebAuthnCredential | null> {
  const response = readAttestation(credential);
  const expectedChallenge = await spendChallenge(ports, ticket, { purpose: 'add', browser });
  if (response === null || expectedChallenge === null) return null;
  const { verifyRegistrationResponse } = await webAuthn();
  // It throws for whatever does not hold, and gives the reason to nobody but a developer.
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: ports.site.origin(),
    expectedRPID: rpId(ports),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (verified?.verified !== true) return null;
  return { ...verified.registrationInfo.credential, transports: response.response.transports ?? [] };
}

/** Whose passkey it was, and whether it holds. */
export interface CheckedPasskey {
  /** `null` for a passkey that nobody has. */
  readonly adminId: string | null;
  readonly isRight: boolean;
  /** What its owner calls it. */
  readonly name: string;
}

const unknown: CheckedPasskey = { adminId: null, isRight: false, name: '' };

/**
 * Whether a passkey signed the challenge of this very page, for its owner, with a counter that went on (WebAuthn Level 3, 7.2). Of two
 * requests with the same counter one is refused, on any node.
 */
export async function checkPasskey(
  ports: StaffPorts,
  { ticket, credential, browser, purpose }: PasskeyAnswer & Pick<ChallengeOwner, 'purpose'>,
): Promise<CheckedPasskey> {
  const response = readAssertion(credential);
  const expectedChallenge = await spendChallenge(ports, ticket, { purpose, browser });
  if (response === null) return unknown;
  const { db } = ports.database;
  const row = await db.selectFrom('staff_passkeys').selectAll().where('id', '=', response.id).executeTakeFirst();
  if (row === undefined) return unknown;
  const wrong = { adminId: row.admin_id, isRight: false, name: row.name };
  const owner = Buffer.from(response.response.userHandle ?? '', 'base64url').toString();
  if (expectedChallenge === null || owner !== row.admin_id) return wrong;
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: ports.site.origin(),
    expectedRPID: rpId(ports),
    credential: toCredential(row),
    requireUserVerification: true,
  }).catch(() => null);
  if (verified?.verified !== true) return wrong;
  const isRight = await countOn(ports, row, verified.authenticationInfo.newCounter);
  return { ...wrong, isRight };
}

async function countOn(
  { database: { db }, clock }: StaffPorts,
  { id, counter: before }: StaffPasskeysTable,
  counter: number,
): Promise<boolean> {
  const counted = await db
    .updateTable('staff_passkeys')
    .set({ counter, used_at: currentTimestamp(clock) })
    .where('id', '=', id)
    .where('counter', '=', before)
    .executeTakeFirst();
  return counted.numUpdatedRows > 0n;
}

const toCredential = (row: StaffPasskeysTable): WebAuthnCredential => ({
  id: row.id,
  publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
  counter: row.counter,
});

export interface ListedPasskey {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  /** `null` for one that nobody has signed in with yet. */
  readonly usedAt: string | null;
}

/** The newest first. */
export async function listPasskeys({ database }: StaffPorts, adminId: string): Promise<readonly ListedPasskey[]> {
  const rows = await readPasskeys(database.db, adminId);
  return rows.map(({ id, name, created_at, used_at }) => ({ id, name, createdAt: created_at, usedAt: used_at }));
}

function readPasskeys(db: Db, adminId: string): Promise<readonly StaffPasskeysTable[]> {
  const rows = db.selectFrom('staff_passkeys').selectAll().where('admin_id', '=', adminId);
  return rows.orderBy('created_at', 'desc').orderBy('id').execute();
}

function toDescriptor({ id, transports }: StaffPasskeysTable): { id: string; transports: string[] } {
  // The checked edge: nothing but `addPasskey` writes it.
  return { id, transports: JSON.parse(transports) as string[] };
}

/** From the commit on it opens nothing, on any node. Nobody can remove those of others. Whether there was one. */
export function removePasskey(
  ports: StaffPorts,
  { adminId, id }: { readonly adminId: string; readonly id: string },
): Promise<boolean> {
  return withTransaction(ports.database, async (tx) => {
    const own = tx.deleteFrom('staff_passkeys').where('id', '=', id).where('admin_id', '=', adminId);
    const gone = await own.returning('name').executeTakeFirst();
    if (gone === undefined) return false;
    const { name } = gone;
    await audit(tx, ports, { actor: adminId, action: 'passkey.remove', subject: adminId, before: { name } });
    return true;
  });
}
