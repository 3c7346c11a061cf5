import canonicalize from 'canonicalize';
import { InternalError } from './errors.ts';

/**
 * The canonical form of a JSON value (RFC 8785): equal values give equal text, independent of key order.
 * Throws if the value is not JSON, or contains a lone surrogate, which RFC 8785 refuses.
 */
export function toCanonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new InternalError(`A ${typeof value} has no canonical JSON form.`);
  return text;
}
