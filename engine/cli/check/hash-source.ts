import { hashOfValue } from '#engine/documents/check-cache.ts';
import type { GeneratorInput } from '../gen/source.ts';

/**
 * Hash of the inputs of `gen`.
 *
 * @param leftOut keys to ignore
 */
export function hashSource(source: GeneratorInput, leftOut: ReadonlySet<string> = new Set()): string {
  const keys = Object.keys(source).filter((key) => !leftOut.has(key));
  return keys.map((key) => `${key} ${hashOfValue(source[key as keyof GeneratorInput])}`).join(' ');
}
