import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Key, Secrets } from '#server/platform/tokens/secrets.ts';

/**
 * What a form carries beside the check of its origin: it is made of something that only this browser has, such as the token of its
 * session, so that no other site can write it into a form (ASVS 5.0.0, 3.5.1).
 */
export function forgeryToken({ forgery: [key] }: Pick<Secrets, 'forgery'>, owner: string): string {
  return mark(key, owner);
}

/** Says in a form whose account it was shown to, once its session has ended. */
export const accountMark = (secrets: Pick<Secrets, 'forgery'>, id: string): string =>
  `${id}.${forgeryToken(secrets, accountOwner(id))}`;

/** The account that a form was shown to; `null` where this server has not said so. */
export function accountIn(secrets: Pick<Secrets, 'forgery'>, said: string): string | null {
  const [id = '', token = ''] = said.split('.');
  return isOwnForm(secrets, accountOwner(id), token) ? id : null;
}

const accountOwner = (id: string): string => `account ${id}`;

/** Whether the token was made for this browser, with any of the secrets that hold. */
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
