import { readFile } from 'node:fs/promises';
import { type CheckCache, CheckedParts } from '#engine/documents/check-cache.ts';
import { UserError } from '#engine/shared/errors.ts';
import { readBuildRecord, getReleaseFolder } from '#server/platform/build-record.ts';
import { loadBuiltCompiler } from '#server/site/store/built-compiler.ts';
import { PagePack } from '#server/site/pages/page-pack.ts';

/** The last build with its compiler, pages and inspected parts. @throws UserError without one */
export async function openRelease() {
  const record = await readBuildRecord();
  if (record === null) {
    throw new UserError('There is no finished build. Run "npm run build" first, or "npm start", which does both.');
  }
  const folder = getReleaseFolder(record);
  const [createCompiler, pack, checkCache] = await Promise.all([
    loadBuiltCompiler(folder),
    PagePack.open(folder.pages),
    readChecked(folder.checked),
  ]);
  return { record, folder, createCompiler, pack, checkCache };
}

/** Without the file of an older build, or one that cannot be read, everything is inspected. */
async function readChecked(file: string): Promise<CheckCache | undefined> {
  try {
    // The build wrote it completely before its record.
    return new CheckedParts(JSON.parse(await readFile(file, 'utf8')) as readonly string[]);
  } catch {
    return undefined;
  }
}
