import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listPaths } from '#engine/documents/list-paths.ts';
import { classifyFile } from '#engine/documents/read-project.ts';
import { resolveOn } from '#engine/documents/resolve.ts';
import type { Site } from '#engine/documents/types.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';

/** A site of another company: its documents, texts and images, and the blocks of this project. */
export interface OtherSite {
  readonly name: string;
  /** Where its `images/` lie. */
  readonly root: string;
  readonly site: Site;
}

/** @throws Error with the findings when a document or text of one has any. */
export function otherSites(): readonly OtherSite[] {
  return globSync(join(import.meta.dirname, '../fixtures/sites/*/'))
    .toSorted()
    .map((root) => ({ name: basename(root), root, site: siteAt(root) }));
}

/** @throws Error with the findings when a document or text has any. */
function siteAt(root: string): Site {
  const all = listPaths(root, '**/*.*');
  const files = new Map(
    all.filter((file) => classifyFile(file) === 'text').map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  );
  const images = all.filter((file) => file.startsWith('images/') && classifyFile(file) === 'image');
  const deployment = { basePath: '/', publicOrigin: 'https://house.example', webViewScheme: '' };
  const result = resolveOn({ layers: [{ name: 'files', files }], images, deployment, journeys }, '2026-11-20');
  const findings = result.ok ? result.warnings : result.findings;
  if (!result.ok || findings.length > 0)
    throw new Error(findings.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'));
  return result.site;
}
