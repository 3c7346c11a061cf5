import { createHash, hash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#server/platform/paths.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { buildDeployment } from '#server/site/store/project-source.ts';

/** Code that renders pages or runs in browsers. */
const CODE = ['{engine,blocks,journeys,schemas}/**/*', 'vitrine.config.ts', 'vite.config.ts', 'package-lock.json'];
/** Content of pages. */
const CONTENT = ['pages-config/**/*', 'locales/**/*', 'images/**/*', 'videos/**/*'];
/** Tests, editor schemas (which depend on content), and the record of phases, which builds write themselves. */
const IRRELEVANT = /\.(?:test|spec)\.tsx?$|\/schemas\/generated\/editor\/|\/pages-config\/phases\.json$/;

/** Hash of the rendering code, which names a build. */
export function hashCode(): Promise<string> {
  return hashFiles(CODE);
}

/** Hash of all inputs of the code files. */
export function hashCodeFiles(): Promise<string> {
  return hashFiles([...CODE, 'commands/build/**/*']);
}

/** Hash of all inputs of a build, to detect a stale one. */
export function hashInputs(): Promise<string> {
  return hashFiles([...CODE, ...CONTENT, 'commands/**/*', 'server/site/**/*']);
}

/** Hash of the record of phases, which builds write themselves. */
export async function hashPhases(): Promise<string> {
  return hash('sha256', await readFile(join(root, 'pages-config/phases.json'), 'utf8').catch(() => ''), 'hex');
}

/** Hash of the settings in pages, except those inserted when a page is read, see `Opening`. */
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
