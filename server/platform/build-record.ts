import { readFile, writeFile } from 'node:fs/promises';
import { paths } from './paths.ts';

/** What the last build was made from. */
export interface BuildRecord {
  /** Hash of everything that goes into a build. */
  readonly inputs: string;
  /** Hash of the code that renders; part of every template key. */
  readonly buildId: string;
}

/** `null` when there is no finished build. */
export async function readBuildRecord(): Promise<BuildRecord | null> {
  try {
    const record: unknown = JSON.parse(await readFile(paths.buildRecord, 'utf8'));
    return isBuildRecord(record) ? record : null;
  } catch {
    return null;
  }
}

export async function writeBuildRecord(record: BuildRecord): Promise<void> {
  await writeFile(paths.buildRecord, `${JSON.stringify(record, null, 2)}\n`);
}

function isBuildRecord(value: unknown): value is BuildRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    'inputs' in value &&
    typeof value.inputs === 'string' &&
    'buildId' in value &&
    typeof value.buildId === 'string'
  );
}
