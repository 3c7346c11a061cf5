/** What one part of a server says about itself. */
export interface HealthReport {
  /** Why the server should get no visitors now; none while it is well. */
  readonly reasons: readonly string[];
  /** Shown beside the reasons under these names. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export type HealthCheck = () => HealthReport;

export interface Readiness {
  readonly ready: boolean;
  readonly reasons: readonly string[];
  readonly details: Readonly<Record<string, unknown>>;
}

/** All parts together: ready when none has a reason against it. */
export function readiness(checks: readonly HealthCheck[]): Readiness {
  const reports = checks.map((check) => check());
  const reasons = reports.flatMap((report) => report.reasons);
  const details = reports.flatMap((report) => Object.entries(report.details ?? {}));
  return { ready: reasons.length === 0, reasons, details: Object.fromEntries(details) };
}
