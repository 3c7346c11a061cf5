import type { WebAuthnCredential } from '@simplewebauthn/server';
import type { Db, Transaction } from '#server/platform/database/open-database.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import { audit } from '#server/staff/audit/append.ts';
import type { StaffPorts } from '#server/staff/ports.ts';
import type { StaffPasskeysTable } from '#server/staff/tables.ts';
import { type ChallengeOwner, makeChallenge, spendChallenge } from './challenge.ts';
import { readAssertion, readAttestation } from './read-response.ts';

/** Options for the browser. */
export interface PasskeyOffer {
  /** JSON for `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. */
  readonly options: string;
  /** Returned with the response. */
  readonly ticket: string;
}

/** Response of the browser. */
export interface PasskeyResponse {
  readonly ticket: string;
  /** JSON of the browser's `PublicKeyCredential`. */
  readonly credential: string;
  /** Identifies the browser that got the options. */
  readonly browser: string;
}

/** Maximum passkeys per user. */
const MAX_PASSKEYS = 20;

/** Loaded on demand: commands and public pages do not need it. */
const webAuthn = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 (RFC 9053): the algorithms of current passkeys. */
const ALGORITHMS = [-8, -7, -257];

const rpId = ({ site }: StaffPorts): string => new URL(site.origin()).hostname;
const challengeBytes = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'));

/** Options to create a passkey: discoverable, with user verification. */
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

/** @param adminId user whose passkeys are accepted; default: any */
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

export interface AddPasskeyRequest extends PasskeyResponse {
  readonly adminId: string;
  readonly name: string;
}

export type AddPasskeyResult = { readonly outcome: 'added' | 'invalid-name' | 'refused' | 'too-many' | 'exists' };

/** Stores the public key of a passkey that signed the challenge of this page. */
export async function addPasskey(
  ports: StaffPorts,
  { adminId, name: typed, ...answer }: AddPasskeyRequest,
): Promise<AddPasskeyResult> {
  const name = typed.trim();
  if (name === '' || name.length > 60) return { outcome: 'invalid-name' };
  const credential = await verifyNewPasskey(ports, answer);
  if (credential === null) return { outcome: 'refused' };
  return withTransaction<AddPasskeyResult>(ports.database, async (tx) => {
    if ((await readPasskeys(tx, adminId)).length >= MAX_PASSKEYS) return { outcome: 'too-many' };
    return { outcome: (await insertPasskey(tx, ports, { adminId, name, credential })) ? 'added' : 'exists' };
  });
}

export interface NewPasskey {
  readonly adminId: string;
  readonly name: string;
  readonly credential: WebAuthnCredential;
}

/** @returns whether it was unknown */
export async function insertPasskey(
  tx: Transaction,
  ports: StaffPorts,
  { adminId, name, credential }: NewPasskey,
): Promise<boolean> {
  const added = await tx
    .insertInto('staff_passkeys')
    .values({
      id: credential.id,
      admin_id: adminId,
      name,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: JSON.stringify(credential.transports ?? []),
      created_at: getCurrentTimestamp(ports.clock),
      used_at: null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined) return false;
  await audit(tx, ports, { actor: adminId, action: 'passkey.add', subject: adminId, after: { name } });
  return true;
}

/** The passkey that signed the challenge of this page; `null` when its response cannot be verified. */
export async function verifyNewPasskey(
  ports: StaffPorts,
  { ticket, credential, browser }: PasskeyResponse,
): Promise<WebAuthnCredential | null> {
  const response = readAttestation(credential);
  const expectedChallenge = await spendChallenge(ports, ticket, { purpose: 'add', browser });
  if (response === null || expectedChallenge === null) return null;
  const { verifyRegistrationResponse } = await webAuthn();
  // The library throws on failure, with a reason for developers only.
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

/** A passkey with the result of its check. */
export interface CheckedPasskey {
  /** `null` for an unknown passkey. */
  readonly adminId: string | null;
  readonly isRight: boolean;
  /** Name given by its owner. */
  readonly name: string;
}

const unknown: CheckedPasskey = { adminId: null, isRight: false, name: '' };

/**
 * Verifies the signature of a passkey over the challenge of this page, with an increasing counter (WebAuthn Level 3, 7.2). Of two requests
 * with the same counter, one is rejected, across nodes.
 */
export async function checkPasskey(
  ports: StaffPorts,
  { ticket, credential, browser, purpose }: PasskeyResponse & Pick<ChallengeOwner, 'purpose'>,
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
    .set({ counter, used_at: getCurrentTimestamp(clock) })
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
  /** `null` when never used. */
  readonly usedAt: string | null;
}

/** Newest first. */
export async function listPasskeys({ database }: StaffPorts, adminId: string): Promise<readonly ListedPasskey[]> {
  const rows = await readPasskeys(database.db, adminId);
  return rows.map(({ id, name, created_at, used_at }) => ({ id, name, createdAt: created_at, usedAt: used_at }));
}

function readPasskeys(db: Db, adminId: string): Promise<readonly StaffPasskeysTable[]> {
  const rows = db.selectFrom('staff_passkeys').selectAll().where('admin_id', '=', adminId);
  return rows.orderBy('created_at', 'desc').orderBy('id').execute();
}

function toDescriptor({ id, transports }: StaffPasskeysTable): { id: string; transports: string[] } {
  // Checked edge: written by `addPasskey`.
  return { id, transports: JSON.parse(transports) as string[] };
}

/** Removes a passkey of the user; effective on all nodes with the commit. Returns whether it existed. */
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
