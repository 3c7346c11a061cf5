import { hash } from 'node:crypto';

/** SHA-256 as hex digits. */
export const digest = (part: string | Uint8Array): string => hash('sha256', part, 'hex');

/** First 8 hex digits of SHA-256 over all parts in order. */
export const hash8 = (...parts: readonly (string | Uint8Array)[]): string => hashDigests(parts.map(digest));

/** `hash8` of parts whose digests are known. */
export const hashDigests = (digests: readonly string[]): string => digest(digests.join()).slice(0, 8);
