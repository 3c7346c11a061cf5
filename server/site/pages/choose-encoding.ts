import { LRUCache } from 'lru-cache';

export type Encoding = 'br' | 'gzip' | 'identity';

const remembered = new LRUCache<string, Encoding>({ max: 500 });

/** The best encoding that a client accepts (RFC 9110, 12.5.3): Brotli, gzip, none. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined || acceptEncoding === '') return 'identity';
  const known = remembered.get(acceptEncoding);
  if (known !== undefined) return known;
  const chosen = readAcceptEncoding(acceptEncoding);
  // Unusually long headers are not cached.
  if (acceptEncoding.length <= 100) remembered.set(acceptEncoding, chosen);
  return chosen;
}

function readAcceptEncoding(header: string): Encoding {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(coding, weight === undefined ? 1 : Number(weight));
  }
  const accepts = (coding: string): boolean => (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
  return accepts('br') ? 'br' : accepts('gzip') || accepts('x-gzip') ? 'gzip' : 'identity';
}
