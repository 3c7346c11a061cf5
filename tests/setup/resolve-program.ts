import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
/** Packages that are not called like their program. */
const packages: Readonly<Record<string, string>> = { tsc: 'typescript' };

/**
 * How `node`, `npm` or a program of an installed package is started: Node with a file of JavaScript. On `PATH` and in
 * `node_modules/.bin` they are batch files on Windows, which no process starts without a shell.
 *
 * @param folder The project whose packages are meant.
 */
export function resolveProgram(name: string, folder = root): readonly [program: string, ...args: string[]] {
  if (name === 'node') return [process.execPath];
  if (name === 'npm') {
    // npm says to every script where it is itself.
    const npm = process.env['npm_execpath'];
    return npm === undefined ? ['npm'] : [process.execPath, npm];
  }
  const home = join(folder, 'node_modules', packages[name] ?? name);
  const { bin }: { readonly bin: string | Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(home, 'package.json'), 'utf8'),
  );
  const file = typeof bin === 'string' ? bin : bin[name];
  if (file === undefined) throw new Error(`The package in ${home} has no program "${name}".`);
  return [process.execPath, join(home, file)];
}
