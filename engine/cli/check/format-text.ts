import { styleText } from 'node:util';
import type { Finding } from '#engine/shared/finding.ts';

/** Maximum length of values; `--format json` prints them in full. */
const MAX_LENGTH = 200;

/** A finding on one line: `file:line:column  severity  rule  path: message` and the suggested fix. */
export function formatText(finding: Finding, colours: boolean): string {
  const { file, line, column, severity, rule, path, message, expected, found, suggestion, dependents } = finding;
  const paint = (style: 'red' | 'yellow' | 'dim', text: string): string =>
    colours ? styleText(style, text, { validateStream: false }) : text;
  const parts = [
    message,
    ...(expected === undefined ? [] : [`Expected: ${cut(expected)}.`]),
    ...(found === undefined || isQuoted(found, message) ? [] : [`Found: ${cut(found)}.`]),
    ...(suggestion === undefined ? [] : [`Did you mean ${JSON.stringify(suggestion)}?`]),
    ...(dependents === undefined ? [] : [formatDependents(dependents)]),
  ];
  const where = path === '' ? '' : `${path}: `;
  return [
    `${file}:${line}:${column}`,
    paint(severity === 'error' ? 'red' : 'yellow', severity),
    paint('dim', rule),
    `${where}${parts.join(' ')}`.replaceAll(/\s*\n\s*/g, ' '),
  ].join('  ');
}

/** Findings that are omitted because they are caused by another one. */
export function formatDependents(dependents: number): string {
  return dependents === 1 ? 'One more finding depends on this.' : `${dependents} more findings depend on this.`;
}

/** The last line of a report. */
export function summarize(
  findings: readonly Finding[],
  { fixed, shown }: { readonly fixed: number; readonly shown: number },
): string {
  const errors = findings.filter((finding) => finding.severity === 'error').length;
  const fixable = findings.filter((finding) => finding.fix !== undefined).length;
  return [
    `${count(errors, 'error')}, ${count(findings.length - errors, 'warning')}.`,
    ...(shown < findings.length ? [`Not shown: ${findings.length - shown}.`] : []),
    ...(fixed > 0 ? [`${count(fixed, 'finding')} fixed.`] : []),
    ...(fixable > 0 ? [`${fixable} can be fixed by "npm run check -- --fix".`] : []),
    ...(findings.length > 0 ? ['Each rule is explained in docs/rules/.'] : []),
  ].join(' ');
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

function isQuoted(found: string, message: string): boolean {
  const value: unknown = JSON.parse(found);
  return message.includes(typeof value === 'string' ? value : found);
}

function cut(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
