import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { didYouMean } from '#engine/base/did-you-mean.ts';
import { UsageError } from '../command.ts';
import { run as generate } from '../gen/index.ts';
import { readSource } from '../gen/source.ts';
import { newBlock } from './new-block.ts';
import { newLanding, newPage, newVariant } from './new-document.ts';
import type { Scaffold } from './scaffold.ts';

export const summary = 'Writes a new block, page, landing or variant: npm run new block price-table';

const kinds: Readonly<Record<string, Scaffold>> = {
  block: newBlock,
  page: newPage,
  landing: newLanding,
  variant: newVariant,
};

const usage = `Usage: npm run new block <name>
       npm run new page <name>
       npm run new landing <name>
       npm run new variant <name> [-- --of landings/default]`;

/** `npm run new <kind> <name>`: writes files that pass every check at once, then runs `gen`. */
export async function run(args: readonly string[], root: string): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { of: { type: 'string', default: 'landings/default' } },
  });
  const [kind, name, ...rest] = positionals;
  const scaffold = kind !== undefined && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (kind !== undefined && scaffold === undefined) throw new UsageError(`${unknownKind(kind)}\n${usage}`);
  if (scaffold === undefined || name === undefined || rest.length > 0) throw new UsageError(usage);

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
