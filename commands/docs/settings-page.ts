import { writeContents } from '#engine/cli/gen/contents.ts';
import { journeyTitles } from '#server/platform/settings/journey-rows.ts';
import { type SettingName, settingsTable } from '#server/platform/settings/table.ts';
import type { Setting } from '#server/platform/settings/setting.ts';

/** Sections of the page, by the name of their first setting. */
const sections: ReadonlyMap<string, string> = new Map<SettingName, string>([
  ['VITRINE_MODE', 'Server'],
  ['METRICS_PORT', 'Metrics and traces'],
  ['TRUSTED_PROXIES', 'Proxies and caches'],
  ['DATABASE_URL', 'Database'],
  ['MAIL', 'Mail'],
  ['LOGIN_URL', 'Sign-in'],
  ['GROWTHBOOK_API_HOST', 'GrowthBook'],
  ['GRAPHQL_PERSISTED_ONLY', 'GraphQL'],
  ['GTM_CONTAINER_ID', 'Tag manager, error reports and consent'],
  ['ACCOUNT_ENUMERATION', 'Accounts'],
  ['RATE_LIMIT_REQUESTS', 'Limits'],
]);

/** `docs/settings.md`, generated from the table. */
export function formatSettingsPage(): string {
  const rows = Object.entries<Setting<unknown>>(settingsTable).flatMap(([name, setting]) => {
    const title = sections.get(name) ?? journeyTitles.get(name);
    return title === undefined ? [writeRow(name, setting)] : [...writeHead(title), writeRow(name, setting)];
  });
  return [
    '# Settings',
    '',
    'Settings are environment variables. They are validated once, before the server starts; all problems are reported in one list.',
    'Nothing has to be set for `npm start`, which runs the demo on this machine. A server that others can reach runs in production mode (`VITRINE_MODE=production`): a setting without a safe default is required there ([decision 043](decisions/043-demo-mode.md)).',
    'This page is written from `server/platform/settings/table.ts` and `settings.ts` of journeys by `node commands/docs/write-settings-page.ts`.',
    '',
    writeContents(rows.join('\n')),
    ...rows,
    '',
  ].join('\n');
}

function writeHead(title: string): readonly string[] {
  return [
    '',
    `## ${title}`,
    '',
    '| Name | What it does | Allowed | Default in demo mode | Default in production |',
    '|---|---|---|---|---|',
  ];
}

function writeRow(name: string, { description, allowed, default: { demo, production } }: Setting<unknown>): string {
  return `| \`${name}\` | ${description} | ${allowed} | ${shown(demo, 'generated')} | ${shown(production, 'required')} |`;
}

const shown = (fallback: string | null, otherwise: string): string =>
  fallback === null ? otherwise : fallback === '' ? '–' : `\`${fallback}\``;
