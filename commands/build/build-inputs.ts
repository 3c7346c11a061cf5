import { createHash, hash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { root } from '#server/platform/paths.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { buildDeployment } from '#server/site/store/project-source.ts';

/** Code that renders pages or runs in browsers. */
const CODE = ['{engine,blocks,journeys,schemas}/**/*', 'vitrine.config.ts', 'vite.config.ts', 'package-lock.json'];
/** What pages show. */
const CONTENT = ['pages-config/**/*', 'locales/**/*', 'images/**/*'];
/** Tests, what only helps editors (it names content, which is not code), and phases of experiments, which a build notes itself. */
const IRRELEVANT = /\.(?:test|spec)\.tsx?$|\/schemas\/generated\/editor\/|\/pages-config\/phases\.json$/;

/** Hash of the code that renders: names a build. */
export function hashCode(): Promise<string> {
  return hashFiles(CODE);
}

/** Hash of everything that the files of the code depend on. */
export function hashCodeFiles(): Promise<string> {
  return hashFiles([...CODE, 'commands/build/**/*']);
}

/** Hash of everything that goes into a build, to know whether it is stale. */
export function hashInputs(): Promise<string> {
  return hashFiles([...CODE, ...CONTENT, 'commands/**/*']);
}

/** Hash of the settings that stand in pages, but for those that a page is given when it is read, see `Opening`. */
export function hashDeployment(settings: Settings): string {
  const { publicOrigin: _origin, startup, gtmContainerId, ...fixed } = buildDeployment(settings);
  return hash('sha256', JSON.stringify([fixed, startup !== undefined, gtmContainerId !== undefined]), 'hex');
}

async function hashFiles(patterns: readonly string[]): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(patterns, { cwd: root, withFileTypes: true })) {
    const file = `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/');
    if (entry.isFile() && !IRRELEVANT.test(file)) files.push(file);
  }
  const digest = createHash('sha256');
  for (const file of files.toSorted()) {
    digest
      .update(`${file.slice(root.length)}\0`)
      .update(await readFile(file))
      .update('\0');
  }
  return digest.digest('hex');
}
