import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createFromTemplate } from '#engine/cli/new/landing-template.ts';
import { root as project } from '#server/platform/paths.ts';

/** Names of all templates of `npm run new landing -- <name> --template`. */
export const templates: readonly string[] = readdirSync(join(project, 'landing-templates')).toSorted();

/**
 * A copy of a site's documents, texts and images with a landing of each template, named after it.
 *
 * @returns its folder, which goes away with the process
 */
export function siteWithTemplates(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'vitrine-templates-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  for (const part of ['pages-config', 'locales', 'images', 'pins.json', 'grades.json'])
    if (existsSync(join(root, part))) cpSync(join(root, part), join(copy, part), { recursive: true });
  for (const template of templates) writeLanding(copy, template);
  return copy;
}

function writeLanding(root: string, template: string): void {
  const documents = globSync('**/*.json', { cwd: join(root, 'pages-config') }).map((file) =>
    file.replaceAll('\\', '/').replace(/\.json$/, ''),
  );
  const { created, changed } = createFromTemplate({ name: template, root, source: { documents } }, template, project);
  for (const [file, content] of [...created, ...changed]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  }
}
