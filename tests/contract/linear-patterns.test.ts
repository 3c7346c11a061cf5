import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formFiles } from '#schemas/generated/form-files.ts';
import { hostileTexts } from '#tests/helpers/patterns/hostile-texts.ts';
import { type Pattern, reachablePatterns } from '#tests/helpers/patterns/reachable-patterns.ts';

const LENGTH = 100_000;
/** Milliseconds of the processor: a linear pattern takes 5 at most, a quadratic one a second and more, and a busy machine may multiply the former. */
const MAX = 50;

/** Characters. */
const FEW = 32;
/** Milliseconds; time on the clock, which decides about nothing but a measurement. */
const WORTH_A_LOOK = 0.3;

/** Files that make patterns of what documents and settings say, never of a request. */
const made: readonly string[] = [
  'engine/compile/split-template.ts',
  'engine/shared/check-event.ts',
  'server/platform/database/replace-enum.ts',
];

/** Names and words of a site become patterns, escaped; authors of drafts write the texts that these are matched with. */
const readsDocuments = (file: string): boolean => file.startsWith('engine/documents/');

const all = reachablePatterns([
  'server/app/start-server.ts',
  'server/app/open-backend.ts',
  'engine/compile/compile.ts',
]);
const { patterns } = all;

test('every pattern that a request or a draft can reach takes linear time: 100 kB of hostile text are read at once', () => {
  expect([all.files > 500, patterns.length > 200]).toEqual([true, true]);
  const known = new Map(
    [...patterns, ...formPatterns()].filter(repeats).map((each) => [`/${each.source}/${each.flags}`, each]),
  );
  const slow = [...known].flatMap(([name, pattern]) => {
    const text = findSlowText(pattern);
    return text === null ? [] : [`${pattern.file}: ${name} for ${JSON.stringify(text.slice(0, 20))}…`];
  });
  expect(slow).toEqual([]);
});

test('a pattern is made of a text that is not in the code only in files that read no request', () => {
  expect(all.made.filter((file) => !readsDocuments(file))).toEqual(made);
});

test.each([
  ['[^@ ]+@', 'g'],
  ['\\n\\s+at ', ''],
  ['^(a|aa)+$', ''],
])('the search finds that /%s/%s takes longer', (source, flags) => {
  expect(findSlowText({ source, flags, file: '' })).not.toBeNull();
});

/** What has no bound in it is linear for certain, and most of all patterns. */
const repeats = ({ source }: Pattern): boolean => /[*+]|\{\d+,\}|\{\d*,?\d{3,}\}/.test(source);

/** Those of forms, which a validator makes of their schemas. */
const formPatterns = (): readonly Pattern[] =>
  [...formFiles.values()].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) => ({
      source: String(JSON.parse(text)),
      flags: 'u',
      file,
    })),
  );

function findSlowText(pattern: Pattern): string | null {
  for (const unit of hostileTexts(pattern)) {
    // Few characters are enough for an exponential one, which would never come to the end of many.
    if (isSlow(pattern, unit(FEW), MAX / 5)) return unit(FEW);
    // A short one shows what is worth a closer look: a hundred texts for each of a hundred patterns.
    const started = performance.now();
    unit(LENGTH / 40).replace(new RegExp(pattern.source, pattern.flags), '');
    if (performance.now() - started < WORTH_A_LOOK) continue;
    const short = unit(LENGTH / 10);
    if (isSlow(pattern, short, MAX / 5) || isSlow(pattern, unit(LENGTH), MAX)) return short;
  }
  return null;
}

/** In each of three tries: whatever else the machine does is not the pattern's. */
function isSlow({ source, flags }: Pattern, text: string, most: number): boolean {
  const pattern = new RegExp(source, flags);
  return [1, 2, 3].every(() => {
    const before = process.threadCpuUsage();
    text.replace(pattern, '');
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000 > most;
  });
}
