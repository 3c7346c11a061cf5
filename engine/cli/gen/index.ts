import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isUserError } from '#engine/shared/errors.ts';
import { printFindings } from '../print-findings.ts';
import { readArguments } from '../usage.ts';
import { writeEditorSchemas } from './editor-files.ts';
import { findSchemaMistakes } from './find-schema-mistakes.ts';
import { generate } from './generate.ts';
import { toSourceFinding } from './source-finding.ts';
import { readSource, type GeneratorInput } from './source.ts';
import { findDifferences, writeDifferences } from './write-files.ts';

export const usage = {
  name: 'gen',
  summary:
    'Writes schemas/generated/ and docs/documents.md from the schemas, docs/journeys/ and pages-config/phases.json from the documents.',
  calls: { '': 'writes what has changed' },
  options: {
    check: { type: 'boolean', default: false, does: 'only compare; exit code 1 when something is stale' },
    complete: {
      type: 'boolean',
      default: false,
      does: 'as in a build: a component that is missing is a mistake, stale docs are none, phases that go live are noted',
    },
    editor: { type: 'boolean', default: false, does: 'writes only what editors complete names by' },
  },
  positionals: 0,
} as const;

/** `npm run gen [-- --check]`. Writes no file while a schema has a mistake. */
export async function run(args: readonly string[], root: string): Promise<number> {
  const { values } = readArguments(usage, args);
  if (values.editor) return writeEditorSchemas(root);
  const source = readSourceOrPrint(root);
  if (source === null) return 1;
  if (!existsSync(join(root, 'schemas/generated/vocabulary.ts'))) {
    if (values.check) {
      console.error('schemas/generated/ is missing. Run `npm run gen`.');
      return 1;
    }
    if (!(await beginAnew(root, source))) return 1;
  }
  // Imported late: it reads documents and validates examples with generated modules.
  const { writeAll } = await import('./write-all.ts');
  return writeAll(root, source, values);
}

/** `null` if the source is refused, which is printed as a finding. */
function readSourceOrPrint(root: string): GeneratorInput | null {
  try {
    return readSource(root);
  } catch (error) {
    if (!isUserError(error)) throw error;
    printFindings([toSourceFinding(root, error)]);
    return null;
  }
}

/** Writes the files that only depend on schemas. @returns whether the schemas have no mistakes */
async function beginAnew(root: string, source: GeneratorInput): Promise<boolean> {
  const mistakes = findSchemaMistakes(source).filter(({ severity }) => severity === 'error');
  printFindings(mistakes);
  if (mistakes.length > 0) return false;
  const files = await generate(source);
  writeDifferences(root, findDifferences(root, files), files);
  return true;
}
