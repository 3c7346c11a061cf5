import { relative } from 'node:path';
import type { Site } from '#engine/documents/types.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';

/** What a person sees who starts the server. */
export function banner(
  settings: Settings,
  site: Site,
  url: string,
  more: readonly (readonly [string, string])[] = [],
): string {
  const { name, locales } = site.config;
  const rows = [
    ['Site', `${name}, ${site.documents.size} documents in ${locales.available.length} languages`],
    ['Open', url],
    ...more,
    ['Data', relative(process.cwd(), settings.dataDir) || settings.dataDir],
    ['Stop', 'Ctrl+C'],
  ];
  return [
    '',
    `  Vitrine ${settings.mode === 'demo' ? 'shows its demo' : 'is serving'}`,
    '',
    ...rows.map(([label = '', value]) => `  ${label.padEnd(10)}${value}`),
    '',
  ].join('\n');
}
