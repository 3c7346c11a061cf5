import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '#engine/documents/json.ts';
import { currentVersion, migrateDocument } from '#engine/documents/migrations/migrate.ts';
import { readProject } from '#engine/documents/read-project.ts';
import { parseSource } from '#engine/documents/source.ts';
import { identify } from '#engine/documents/written.ts';
import { type Output, standardOutput } from '../output.ts';
import { readArguments } from '../usage.ts';
import { rewriteJson } from '#engine/documents/rewrite-json.ts';

export const usage = {
  name: 'migrate',
  summary: 'Rewrites documents of older versions.',
  calls: { '': 'brings every document to the current version' },
  options: { 'dry-run': { type: 'boolean', default: false, does: 'only say what would be written' } },
  positionals: 0,
} as const;

/**
 * `npm run migrate` (D11): migrates all documents to the current version in place, preserving their formatting.
 * Exit code 1 when a document cannot be migrated.
 */
export async function run(args: readonly string[], root: string, output: Output = standardOutput): Promise<number> {
  const { values } = readArguments(usage, args);
  const isDry = values['dry-run'];
  const { layers } = await readProject(root);
  let changed = 0;
  let refused = 0;
  for (const [file, text] of layers[0].files) {
    const identity = identify(file);
    const { value } = parseSource(file, text);
    if (identity === undefined || !isObject(value)) continue;
    const result = migrateDocument(identity.kind, value);
    if (result.status === 'too-new' || result.status === 'too-old') {
      refused += 1;
      output.write(
        `${file}: version ${result.version} cannot be migrated to version ${currentVersion}; "npm run check" says what to do.\n`,
      );
    }
    if (result.status !== 'migrated') continue;
    changed += 1;
    const steps = result.steps.length === 0 ? 'version alone' : result.steps.join(', ');
    output.write(`${file}: version ${result.from} → ${currentVersion} (${steps})\n`);
    // Read again immediately before writing, in case an editor saved it meanwhile.
    if (!isDry)
      await writeFile(join(root, file), rewriteJson(await readFile(join(root, file), 'utf8'), value, result.document));
  }
  const verb = isDry ? 'would be migrated' : 'migrated';
  output.write(
    changed === 0
      ? `All documents are in version ${currentVersion}.\n`
      : `${changed} ${changed === 1 ? 'document' : 'documents'} ${verb}.\n`,
  );
  return refused > 0 ? 1 : 0;
}
