import type { Finding } from '#engine/base/finding.ts';
import { printFindings } from '#engine/cli/print-findings.ts';

/** Ends the process because its documents cannot be used. */
export function exitWithFindings(findings: readonly Finding[]): never {
  const errors = findings.filter(({ severity }) => severity === 'error');
  printFindings(errors);
  console.error(`\n${errors.length === 1 ? 'One mistake has' : `${errors.length} mistakes have`} to be mended first.`);
  return process.exit(1);
}
