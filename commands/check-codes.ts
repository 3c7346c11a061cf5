import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '#engine/shared/finding.ts';
import { formatText } from '#engine/cli/check/format-text.ts';
import { readArguments } from '#engine/cli/usage.ts';
import { findOffset, locateOffset } from '#engine/documents/locate.ts';
import { parseSource } from '#engine/documents/source.ts';
import type { Site } from '#engine/documents/types.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import type { ShadowedPath } from '#server/forms/plugin-services.ts';
import { root } from '#server/platform/paths.ts';
import { withSite } from './with-backend.ts';

/**
 * `npm run check -- --codes`: routes and slugs that shadow a code or another issued address. Uses the configured database. Exit code 1 for any.
 *
 * @throws UserError for errors in settings or documents
 */
export async function checkCodes(args: readonly string[]): Promise<void> {
  readArguments(usage, args);
  const findings = await withSite(async ({ plugins }, site) => {
    const shadowed = await plugins.shadowedPaths();
    return Promise.all(shadowed.map((each) => buildFinding(site, each)));
  });
  for (const finding of findings) console.log(formatText(finding, process.stdout.isTTY && process.stdout.hasColors()));
  console.log(
    findings.length === 0
      ? 'No route or slug shadows a code.'
      : `${findings.length === 1 ? 'One code is' : `${findings.length} codes are`} shadowed.`,
  );
  if (findings.length > 0) process.exitCode = 1;
}

/** The only arguments of `npm run check` with `--codes`. */
const usage = {
  name: 'check',
  summary: 'Finds routes and slugs that equal a code of the database.',
  calls: { '--codes': 'exit code 1 when there is one' },
  options: { codes: { type: 'boolean', default: false, does: 'look into the database of the settings' } },
  positionals: 0,
} as const;

async function buildFinding(site: Site, { path, kind, label, alternative: instead }: ShadowedPath): Promise<Finding> {
  const { routes, pathsByLocalPath, redirects } = createRouteTable(site);
  const route = routes.get(pathsByLocalPath.get(path) ?? path);
  const isFormer = route === undefined && redirects.has(path);
  const file = isFormer ? 'pages-config/site.json' : site.documents.get(route?.document ?? '')?.file;
  const local = Object.entries(site.documents.get(route?.document ?? '')?.addresses ?? {});
  const locale = local.find(([, each]) => each === path)?.[0];
  const own = locale !== undefined ? 'addresses' : route?.kind === 'page' ? 'route' : 'slug';
  const property = isFormer ? 'redirects' : own;
  const text = file === undefined ? '' : await readFile(join(root, file), 'utf8');
  const place = {
    file: file ?? 'pages-config',
    path: [property, ...(isFormer ? [path] : locale === undefined ? [] : [locale])],
  };
  return {
    rule: 'duplicate-route',
    severity: 'error',
    file: place.file,
    ...locateOffset(text, file === undefined ? 0 : findOffset(parseSource(file, text), place)),
    path: file === undefined ? '' : property,
    message: `The path "${path}" of ${isFormer ? '"redirects"' : route === undefined ? 'the server itself' : `"${route.document}"`} is the address of the ${kind} "${label}" as well, which nobody reaches there.`,
    expected: file === undefined ? instead : `another ${property}, or ${instead}`,
    found: JSON.stringify(path),
  };
}
