import type { SiteStatus } from '#server/site/holder/site-holder.ts';

export interface Readiness {
  readonly ready: boolean;
  readonly reasons: readonly string[];
  readonly site: {
    readonly revision: string | null;
    readonly since: string;
    readonly warnings: number;
    /** Why the newest documents are not sent; absent while they are. */
    readonly refused?: { readonly since: string; readonly findings: readonly string[] };
  };
}

/** Refused documents never make a server unready: it sends the last good site. */
export function readiness(status: SiteStatus, draining: boolean): Readiness {
  const reasons: string[] = [];
  if (draining) reasons.push('The server is stopping.');
  if (status.revision === null) reasons.push('No site was loaded yet.');
  const { refused } = status;
  return {
    ready: reasons.length === 0,
    reasons,
    site: {
      revision: status.revision,
      since: new Date(status.since).toISOString(),
      warnings: status.warnings.length,
      refused: refused
        ? {
            since: new Date(refused.since).toISOString(),
            findings: refused.findings.map(
              ({ file, line, column, rule, message }) => `${file}:${line}:${column} ${rule}: ${message}`,
            ),
          }
        : undefined,
    },
  };
}
