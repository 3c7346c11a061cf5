import { parseArgs } from 'node:util';
import { generate } from './generate.ts';
import { readSource } from './source.ts';
import { findDifferences, settle } from './write-files.ts';

/** `npm run gen [-- --check]`: writes `schemas/generated/` and `docs/documents.md`; returns the exit code. */
export async function run(args: readonly string[], root: string): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { check: { type: 'boolean', default: false } } });
  const source = readSource(root);
  const files = await generate(source);
  const differences = findDifferences(root, 'schemas/generated', files);
  if (!values.check) {
    settle(root, differences, files);
    console.log(`${source.blocks.length} blocks, ${source.layouts.length} layouts: ${differences.length} of ${files.size} files changed.`);
    return 0;
  }
  for (const { file, state } of differences) console.error(`${file} is ${state}.`);
  if (differences.length > 0) console.error('The generated files do not match the schemas. Run `npm run gen` and commit what it writes.');
  return differences.length === 0 ? 0 : 1;
}
