import { hash } from 'node:crypto';

/** First 8 hex digits of SHA-256 over all parts in order. */
export function hash8(...parts: readonly (string | Uint8Array)[]): string {
  const digests = parts.map((part) => hash('sha256', part, 'hex'));
  return hash('sha256', digests.join(), 'hex').slice(0, 8);
}
