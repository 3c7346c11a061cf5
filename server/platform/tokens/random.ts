import { randomBytes } from 'node:crypto';
import type { Random } from '#server/platform/ports.ts';

/** The real source of randomness. */
export const systemRandom: Random = { bytes: (length) => randomBytes(length), fraction: () => Math.random() };

/**
 * 128 random bits in base64url: the id of a row. None begins with "-", which a command line would read as an option: ids are typed there,
 * such as that of a token to be revoked. It costs less than one bit.
 */
export const newId = (random: Random): string => Buffer.from(random.bytes(16)).toString('base64url').replace(/^-/, '_');
