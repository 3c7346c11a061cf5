import fc from 'fast-check';
import type { Pattern } from './reachable-patterns.ts';

const PLAIN = ['a', '-a', 'a.', '@', ' ', '\n', '"', '1', '%', '/', 'a=', 'é', '<', '{'] as const;
/** Matching texts of which parts are repeated. */
const SAMPLES = 3;

/**
 * Texts that a pattern may take long for, each for a number of characters: characters repeated, those of the pattern itself among them, and texts that
 * match but for their last character, with one of their parts repeated.
 */
export function* hostileTexts({
  source,
  flags,
}: Pick<Pattern, 'source' | 'flags'>): Generator<(length: number) => string> {
  const own = listCharacters(source);
  const units = new Set([...PLAIN, ...own, ...own.flatMap((one) => own.slice(0, 4).map((other) => one + other))]);
  for (const unit of units) yield (length) => repeated(unit, length);
  for (const unit of own) yield (length) => `${repeated(unit, length / 2)}${repeated(own[0] ?? 'a', length / 2)}\0`;
  for (const sample of listSamples(source, flags))
    for (let from = 0; from < Math.min(sample.length, 5); from += 1)
      for (const width of [1, 2]) {
        const [head, part] = [sample.slice(0, from), sample.slice(from, from + width)];
        yield (length) => `${head}${repeated(part, length)}\0`;
      }
}

const repeated = (unit: string, length: number): string =>
  unit === '' ? '' : unit.repeat(Math.ceil(length / unit.length));

/** Those that the pattern names, and one of each class that it names. */
function listCharacters(source: string): readonly string[] {
  const classes = { '\\s': ' ', '\\w': 'a', '\\d': '1', '\\p': 'a', '\\n': '\n' } as const;
  const named = Object.entries(classes).flatMap(([name, one]) => (source.includes(name) ? [one] : []));
  const written = source.replaceAll(/\\./g, (escape) => (/\w/.test(escape[1] ?? '') ? '' : (escape[1] ?? '')));
  return [...new Set([...named, ...written.replaceAll(/[()[\]^$?*+|]/g, '')])].slice(0, 12);
}

function listSamples(source: string, flags: string): readonly string[] {
  try {
    return fc.sample(fc.stringMatching(new RegExp(source, flags.replaceAll(/[gy]/g, ''))), {
      numRuns: SAMPLES,
      seed: 1,
    });
  } catch {
    // A pattern that looks behind or ahead: its own characters have to do.
    return [];
  }
}
