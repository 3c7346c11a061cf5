import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locateOffset } from '#engine/documents/locate.ts';
import type { UserError } from '#engine/shared/errors.ts';
import type { Finding } from '#engine/shared/finding.ts';

const FILE = /((?:[\w.-]+\/)*[\w.-]+\.(?:json|ts)\b)(?::(\d+))?/;

/** A finding for an error of `gen`, at the file that the message names and the name that it quotes. */
export function toSourceFinding(root: string, { message }: UserError): Finding {
  // Of two folders the second one took the name of the first.
  const [, folder, block] = / and ((?:[\w-]+\/)*([\w-]+)\/) have the same name/.exec(message) ?? [];
  const [, file = folder === undefined ? 'vitrine.config.ts' : `${folder}${block}.schema.json`, line] =
    FILE.exec(message) ?? [];
  const text = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
  const offsets = [...message.matchAll(/"([^"]+)"/g)].map(([, name = '']) => findName(text, name));
  const { line: lineOfName, column } = locateOffset(text, offsets.find((each) => each >= 0) ?? 0);
  const position = line === undefined ? { line: lineOfName, column } : { line: Number(line), column: 1 };
  return { rule: 'project-source', severity: 'error', file, ...position, path: '', message };
}

/** Position of a name in quotes, as a property or as a word in code; -1 if not found. */
function findName(text: string, name: string): number {
  const places = [`"${name}"`, `'${name}'`, `${name}:`, `${name}(`, `${name} `].map((each) => text.indexOf(each));
  return places.find((each) => each >= 0) ?? -1;
}
