/** Health of one module. */
export interface HealthReport {
  /** Why the server should not receive traffic; empty when healthy. */
  readonly reasons: readonly string[];
  /** Further values in the response. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export type HealthCheck = () => HealthReport;

export interface Readiness {
  readonly ready: boolean;
  readonly reasons: readonly string[];
  readonly details: Readonly<Record<string, unknown>>;
}

/** Combines all checks: ready when none has a reason against it. */
export function createReadiness(checks: readonly HealthCheck[]): Readiness {
  const reports = checks.map((check) => check());
  const reasons = reports.flatMap((report) => report.reasons);
  const details = reports.flatMap((report) => Object.entries(report.details ?? {}));
  return { ready: reasons.length === 0, reasons, details: Object.fromEntries(details) };
}
