import type { Finding } from '#engine/base/finding.ts';

/** One finding on one line: `file:line:column  rule  path: message`. */
export function formatFinding({ file, line, column, severity, rule, path, message, suggestion }: Finding): string {
  const where = path === '' ? '' : `${path}: `;
  const hint = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
  return `${file}:${line}:${column}  ${severity}  ${rule}  ${where}${message}${hint}`;
}

export function printFindings(findings: readonly Finding[]): void {
  for (const finding of findings) console.error(formatFinding(finding));
}
