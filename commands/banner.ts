import { relative } from 'node:path';
import type { Site } from '#engine/documents/types.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';

/** Address of the start page for browsers: that of the settings, unless the system assigned the port, which only the server knows. */
export function resolveAddress({ port, publicOrigin, basePath }: Settings, url: string): string {
  return port === 0 ? url : publicOrigin + basePath;
}

/** Terminal output of a started server. */
export function formatBanner(
  settings: Settings,
  site: Site,
  url: string,
  more: readonly (readonly [string, string])[] = [],
): string {
  const { name, locales } = site.config;
  const address = resolveAddress(settings, url);
  const rows = [
    ['Site', `${name}, ${site.documents.size} documents in ${locales.available.length} languages`],
    ['Open', address],
    ...(address === url ? [] : [['Listens', url]]),
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
