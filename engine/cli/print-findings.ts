import type { Finding } from '#engine/shared/finding.ts';
import { formatText } from './check/format-text.ts';

/** Prints findings to standard error, one per line, as `npm run check` does. */
export function printFindings(findings: readonly Finding[]): void {
  for (const finding of findings)
    console.error(formatText(finding, process.stderr.isTTY && process.stderr.hasColors()));
}
