import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Key, Secrets } from '#server/platform/tokens/secrets.ts';

/**
 * CSRF token of forms, in addition to the origin check: derived from a secret of this browser, such as its session token, so that other sites
 * cannot create it (ASVS 5.0.0, 3.5.1).
 */
export function computeForgeryToken({ forgery: [key] }: Pick<Secrets, 'forgery'>, owner: string): string {
  return mark(key, owner);
}

/** Signed id of the account that a form was shown to, readable after its session ended. */
export const computeAccountMark = (secrets: Pick<Secrets, 'forgery'>, id: string): string =>
  `${id}.${computeForgeryToken(secrets, accountOwner(id))}`;

/** The account that a form was shown to; `null` without a valid signature. */
export function readAccount(secrets: Pick<Secrets, 'forgery'>, said: string): string | null {
  const [id = '', token = ''] = said.split('.');
  return isOwnForm(secrets, accountOwner(id), token) ? id : null;
}

const accountOwner = (id: string): string => `account ${id}`;

/** Whether the token was created for this browser, with any current secret. */
export function isOwnForm({ forgery }: Pick<Secrets, 'forgery'>, owner: string, token: string): boolean {
  return forgery.some((key) => isEqual(mark(key, owner), token));
}

function mark({ bytes }: Key, owner: string): string {
  return createHmac('sha256', bytes).update(owner).digest('base64url');
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
