import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '#engine/shared/errors.ts';

/** Empty if the file does not exist. */
export function readTextFile(root: string, file: string): string {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** The only unchecked cast of a file's content; `findSchemaMistakes` and ajv validate it afterwards. */
export function readJson<T extends object>(root: string, file: string, empty: T = {} as T): T {
  const text = readTextFile(root, file);
  if (text === '') return empty;
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    if (/^(?:schemas|journeys)\//.test(file))
      throw new UserError(`${file} is not JSON: ${String(error)}`, { cause: error });
    return empty;
  }
}
