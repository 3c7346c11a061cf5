import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { didYouMean } from '#engine/base/did-you-mean.ts';
import { misuse, readArguments, UsageError } from '../usage.ts';
import { run as generate } from '../gen/index.ts';
import { readSource } from '../gen/source.ts';
import { newBlock } from './new-block.ts';
import { newLanding, newPage, newVariant } from './new-document.ts';
import type { Scaffold } from './scaffold.ts';

export const usage = {
  name: 'new',
  summary: 'Writes a new block, page, landing or variant that passes every check.',
  calls: {
    'block <name>': 'a folder with schema, component, style sheet and an example',
    'page <name>': 'a page',
    'landing <name>': 'a landing',
    'variant <name>': 'a landing that says only what it changes',
  },
  options: {
    of: {
      type: 'string',
      default: 'landings/default',
      value: '<document>',
      does: 'the landing that a variant changes',
    },
  },
  words: 2,
} as const;

const kinds: Readonly<Record<string, Scaffold>> = {
  block: newBlock,
  page: newPage,
  landing: newLanding,
  variant: newVariant,
};

/** `npm run new <kind> <name>`: writes files that pass every check at once, then runs `gen`. */
export async function run(args: readonly string[], root: string): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  const [kind, name] = positionals;
  const scaffold = kind !== undefined && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (kind !== undefined && scaffold === undefined) throw misuse(usage, unknownKind(kind));
  if (scaffold === undefined || name === undefined) throw misuse(usage, 'Say what to write, and its name.');

  const files = scaffold({ name, base: values.of, source: readSource(root), root });
  for (const file of files.keys()) {
    if (existsSync(join(root, file)))
      throw new UsageError(`${file} already exists. Choose another name, or change that file.`);
  }
  for (const [file, text] of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
    console.log(`${file} is new.`);
  }
  return generate([], root);
}

function unknownKind(kind: string): string {
  const suggestion = didYouMean(kind, Object.keys(kinds));
  return `There is nothing new to write called "${kind}".${suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`}`;
}
