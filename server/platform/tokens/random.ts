import { randomBytes } from 'node:crypto';
import type { Random } from '#server/platform/ports.ts';

/** `node:crypto`. */
export const systemRandom: Random = { bytes: (length) => randomBytes(length), fraction: () => Math.random() };

/** A row id: 128 random bits in base64url. Never begins with "-", which a command line would read as an option; that costs less than one bit. */
export const createId = (random: Random): string =>
  Buffer.from(random.bytes(16)).toString('base64url').replace(/^-/, '_');
