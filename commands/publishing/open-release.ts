import { UserError } from '#engine/shared/errors.ts';
import { readBuildRecord, releaseFolder } from '#server/platform/build-record.ts';
import { loadBuiltCompiler } from '#server/site/store/built-compiler.ts';
import { PagePack } from '#server/site/pages/page-pack.ts';

/** The last build with its compiler and pages. @throws UserError without one */
export async function openRelease() {
  const record = await readBuildRecord();
  if (record === null) {
    throw new UserError('There is no finished build. Run "npm run build" first, or "npm start", which does both.');
  }
  const folder = releaseFolder(record);
  return { record, folder, createCompiler: await loadBuiltCompiler(folder), pack: await PagePack.open(folder.pages) };
}
