import { createHash } from 'node:crypto';
import type { Random } from '#server/platform/ports.ts';

const BYTES = 32;

/** 256 random bits in base64url (43 characters); only the hash is stored (ASVS 5.0.0, 6.5.2 and 11.5.1). */
export const makeSingleUseToken = (random: Random): string => Buffer.from(random.bytes(BYTES)).toString('base64url');

/** Whether a value has the format of a token, which saves lookups of others. */
export const looksLikeToken = (value: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(value);

/** SHA-256 in hex. A fast hash suffices for 256 random bits. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
