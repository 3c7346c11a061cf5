import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Turns of phrase that make a reader stop, with what to write instead. Those of `says` are about what goes wrong. */
const awkward: readonly (readonly [name: string, pattern: RegExp, instead: string])[] = [
  ['whoever', /\b(?:for|of|to|by|with|from|because|that) whoever\b|(?:\. |\* |\/\/ |^|[`'"])Whoever\b/gm, 'anyone who'],
  [
    'is told',
    /\b(?:is|are|was|were|be|been|being) (?:not |already |still |also |then )*told\b/g,
    'learns, reads, is reported, is distinguished',
  ],
  ['unless told', /\bunless told\b/g, 'by default'],
  ['told of', /\b[Tt]old (?:of|about|how|when|that|the|apart)\b/g, 'gets, called for, distinguished by'],
  ['tells', /\b(?:[Tt]ells|[Tt]ell the)\b/g, 'says, shows, reports, informs, distinguishes'],
  ['Allowed is', /\bAllowed is\b/g, 'Allowed:'],
  [
    'is no',
    /(?<!\b(?:there|where|that|such) )\b(?:it|file|value|text|answer|form|page|code|id|name|address|which|what) is no (?!longer|more|less|other|such|one|reason|matter|need|use|doubt|way|wider|farther)[a-z]/gi,
    'is not a',
  ],
];

/** Words of visitors are looked at by the rules about texts; records of the past and what is generated say what they said. */
const LEFT_OUT =
  /^(?:locales|pages-config|schemas\/generated|tests\/fixtures|tests\/prove\/same|docs\/proof\.md|CHANGELOG\.md|package)/;
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:ts|tsx|mjs|css|md|json|graphql|ya?ml)$/.test(file) && !LEFT_OUT.test(file))
  .filter((file) => file !== 'tests/contract/plain-english.test.ts');
const texts = files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);

test.each(awkward)('nothing that people read says "%s" where there is a plainer word', (_, pattern, instead) => {
  const found = texts.flatMap(([file, text]) =>
    [...text.matchAll(pattern)].map(
      ({ 0: words, index }) => `${file}:${text.slice(0, index).split('\n').length} "${words.trim()}": ${instead}`,
    ),
  );
  expect(found).toEqual([]);
});
