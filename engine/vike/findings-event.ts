import type { Finding } from '#engine/shared/finding.ts';

/** Sent to open pages in development: why the newest documents are refused; empty when they are fine again. */
export const findingsEvent = 'vitrine:findings';

export interface FindingsMessage {
  readonly findings: readonly Pick<Finding, 'file' | 'line' | 'column' | 'rule' | 'message' | 'suggestion'>[];
}

/**
 * Sent by a page in development that has connected: the number of the refresh that it shows. A page that was refreshed between its
 * answer and its connection is reloaded then.
 */
export const refreshEvent = 'vitrine:refresh';

export interface RefreshMessage {
  readonly refresh: number;
}

/** What open pages show of findings, which is what refuses the documents: a warning refuses nothing. */
export function findingsMessage(findings: readonly Finding[]): FindingsMessage {
  return { findings: findings.filter(({ severity }) => severity === 'error') };
}
