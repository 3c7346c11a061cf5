import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { root } from '#server/platform/paths.ts';

export interface Pattern {
  readonly source: string;
  readonly flags: string;
  /** Where it is written, such as `server/a.ts`. */
  readonly file: string;
}

export interface ReachablePatterns {
  readonly files: number;
  readonly patterns: readonly Pattern[];
  /** Files that make patterns of something else than a text in the code. */
  readonly made: readonly string[];
}

/** Every regular expression in the code that these files import, directly or through others; packages are not looked into. */
export function reachablePatterns(entries: readonly string[]): ReachablePatterns {
  const waiting = entries.map((entry) => join(root, entry));
  const seen = new Set(waiting);
  const patterns: Pattern[] = [];
  const made = new Set<string>();
  for (const path of waiting) {
    const file = relative(root, path).replaceAll('\\', '/');
    walk(parseSync(path, readFileSync(path, 'utf8')).program, (node) => {
      const next = node.type === 'Literal' ? resolve(node['value'], path) : null;
      if (next !== null && !seen.has(next)) {
        seen.add(next);
        waiting.push(next);
      }
      const found = readPattern(node);
      if (found === 'made') made.add(file);
      else if (found !== null) patterns.push({ ...found, file });
    });
  }
  return { files: seen.size, patterns, made: [...made].toSorted() };
}

/** What a text names, as an import, a worker or an address of a file do; `null` for a package, and for a file that is no code. */
function resolve(specifier: unknown, from: string): string | null {
  if (typeof specifier !== 'string') return null;
  const path = specifier.startsWith('#')
    ? join(root, specifier.slice(1))
    : specifier.startsWith('.')
      ? join(dirname(from), specifier)
      : null;
  return path !== null && /\.[jt]sx?$/.test(path) && existsSync(path) ? path : null;
}

interface Node {
  readonly type: string;
  readonly [name: string]: unknown;
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit);
  if (!isNode(value) || isTypeOnly(value)) return;
  visit(value);
  for (const each of Object.values(value)) if (typeof each === 'object') walk(each, visit);
}

/** Types are gone when a module runs. */
function isTypeOnly({ importKind, exportKind, specifiers }: Node): boolean {
  if (importKind === 'type' || exportKind === 'type') return true;
  if (!Array.isArray(specifiers) || specifiers.length === 0) return false;
  return specifiers.every((each: Node) => each['importKind'] === 'type' || each['exportKind'] === 'type');
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function readPattern(node: Node): Pick<Pattern, 'source' | 'flags'> | 'made' | null {
  const { regex } = node;
  if (typeof regex === 'object' && regex !== null && 'pattern' in regex && 'flags' in regex)
    return { source: String(regex.pattern), flags: String(regex.flags) };
  const { callee, arguments: given } = node;
  if (!isNode(callee) || callee['name'] !== 'RegExp' || !Array.isArray(given)) return null;
  const [source, flags]: readonly unknown[] = given;
  const written = readText(source);
  return written === null ? 'made' : { source: written, flags: readText(flags) ?? '' };
}

function readText(node: unknown): string | null {
  return isNode(node) && typeof node['value'] === 'string' ? node['value'] : null;
}
