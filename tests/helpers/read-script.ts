import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Arguments for Node of a script of a project, as its release calls it. */
export function readScript(folder: string, name: string): readonly string[] {
  const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  return (/^(?:exec )?node (.*)$/.exec(scripts[name] ?? '')?.[1] ?? '').split(' ');
}
