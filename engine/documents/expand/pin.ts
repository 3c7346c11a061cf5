import { canonicalJson } from '#engine/base/canonical-json.ts';
import { sha256 } from '#engine/base/hash.ts';

/** First 12 hex digits of SHA-256 over the RFC 8785 form of what a change replaces (N3). */
export function computePin(base: unknown): string {
  return sha256(canonicalJson(base ?? null)).slice(0, 12);
}
