import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listPaths } from '#engine/documents/list-paths.ts';

export interface FileDifference {
  readonly file: string;
  readonly state: 'changed' | 'missing' | 'left over';
}

/** Changes that make the disk match `files`, and remove everything else in `folder`. */
export function findDifferences(
  root: string,
  files: ReadonlyMap<string, string>,
  folder = 'schemas/generated/',
): readonly FileDifference[] {
  const leftOver = listPaths(root, `${folder}**/*.*`).filter((file) => !files.has(file));
  return [
    ...[...files].flatMap(([file, text]): FileDifference[] => {
      const path = join(root, file);
      if (!existsSync(path)) return [{ file, state: 'missing' }];
      return readFileSync(path, 'utf8') === text ? [] : [{ file, state: 'changed' }];
    }),
    ...leftOver.map((file): FileDifference => ({ file, state: 'left over' })),
  ].toSorted((a, b) => (a.file < b.file ? -1 : 1));
}

/** Applies the differences; unchanged files keep their timestamps. */
export function writeDifferences(
  root: string,
  differences: readonly FileDifference[],
  files: ReadonlyMap<string, string>,
): void {
  for (const { file, state } of differences) {
    const path = join(root, file);
    if (state === 'left over') {
      rmSync(path);
      continue;
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, files.get(file) ?? '');
  }
}
