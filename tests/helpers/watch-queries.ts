import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const deploy = join(import.meta.dirname, '../../deploy');

export interface WatchQuery {
  /** The alert, the record or the panel. */
  readonly of: string;
  readonly query: string;
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

/** Every query of the dashboard, with a window in place of Grafana's own variable. */
export function dashboardQueries(): readonly WatchQuery[] {
  // The file is the project's own; a panel without targets would fail here.
  const { panels } = JSON.parse(readFileSync(join(deploy, 'grafana/vitrine.json'), 'utf8')) as Dashboard;
  return panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ of: `panel "${title}"`, query: expr.replaceAll('$__rate_interval', '5m') })),
  );
}

/** The text of the rules, for tests that read names in it. */
export const rulesText = (): string => readFileSync(join(deploy, 'prometheus/rules.yml'), 'utf8');

/** Names of metrics in a query or a file of rules; series of a histogram stand for it. */
export function metricsIn(text: string): readonly string[] {
  const names = text.match(/\b(?:vitrine|process|nodejs)_\w+/g) ?? [];
  return [...new Set(names.map((name) => name.replace(/_(?:bucket|sum|count)$/, '')))];
}
