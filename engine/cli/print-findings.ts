import type { Finding } from '#engine/shared/finding.ts';
import { formatText } from './check/format-text.ts';

/** Findings one per line on standard error, as `npm run check` writes them. */
export function printFindings(findings: readonly Finding[]): void {
  for (const finding of findings)
    console.error(formatText(finding, process.stderr.isTTY && process.stderr.hasColors()));
}
