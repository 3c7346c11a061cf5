import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');
/** Not part of a copy; packages are linked instead. */
const leftOut = /^(?:node_modules|dist|coverage|\.git|\.data|\.cache\/(?:compiled|pages))(?:\/|$)/;

export interface ProjectCopy {
  readonly folder: string;
  /** Reads a file by its path from the project's root. */
  read(path: string): string;
  write(path: string, text: string): void;
  exists(path: string): boolean;
  remove(): void;
}

/** A copy of this project in a temporary folder, for tests that change documents. Prepared images come along. */
export function copyProject(): ProjectCopy {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-copy-'));
  cpSync(root, folder, { recursive: true, filter: (path) => !leftOut.test(relative(root, path)) });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return {
    folder,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    write: (path, text) => writeFileSync(join(folder, path), text),
    exists: (path) => existsSync(join(folder, path)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
