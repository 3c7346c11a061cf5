import type { Finding } from '#engine/shared/finding.ts';

/** Sent to open pages in development: why the newest documents were rejected; empty when they are valid again. */
export const findingsEvent = 'vitrine:findings';

export interface FindingsMessage {
  readonly findings: readonly Pick<Finding, 'file' | 'line' | 'column' | 'rule' | 'message' | 'suggestion'>[];
}

/** Sent by a connected page in development: the number of the refresh it shows. A page that was refreshed between response and connection is reloaded. */
export const refreshEvent = 'vitrine:refresh';

export interface RefreshMessage {
  readonly refresh: number;
}

/** Findings for open pages, without warnings, which do not reject documents. */
export function buildFindingsMessage(findings: readonly Finding[]): FindingsMessage {
  return { findings: findings.filter(({ severity }) => severity === 'error') };
}
