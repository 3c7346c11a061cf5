import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { run } from '#engine/cli/check/index.ts';

/** One edit of a file: text that appears once in it, and what takes its place. */
export interface Edit {
  readonly file: string;
  /** Stands once in the file. */
  readonly find: string;
  readonly write: string;
}

/** A file that was not there: with this content, or a link that leads to a path beside it. */
export type Added = { readonly file: string } & (
  | { readonly content: string | Uint8Array }
  | { readonly linkTo: string }
);

export interface Expected {
  /** `file:line:column` of the finding. */
  readonly at: string;
  readonly rule: string;
  readonly severity?: 'warning';
  /** Words that the finding must hold. */
  readonly says: readonly string[];
}

interface Answer {
  readonly code: number;
  readonly lines: readonly string[];
}

/** A copy of folders, the later ones over the earlier ones, to make mistakes in. */
export class MistakenProject {
  readonly root = mkdtempSync(join(tmpdir(), 'mistakes-'));

  constructor(...folders: readonly string[]) {
    for (const folder of folders) cpSync(folder, this.root, { recursive: true });
  }

  /** Puts one file in, and takes it out when the check is done. */
  async withFile<T>(added: Added, then: () => Promise<T>): Promise<T> {
    const path = join(this.root, added.file);
    mkdirSync(dirname(path), { recursive: true });
    if ('linkTo' in added) symlinkSync(added.linkTo, path);
    else writeFileSync(path, added.content);
    try {
      return await then();
    } finally {
      rmSync(path);
    }
  }

  add(file: string, text: string): void {
    mkdirSync(dirname(join(this.root, file)), { recursive: true });
    writeFileSync(join(this.root, file), text);
  }

  /** Runs the command on the project and gives what a person sees, line by line. */
  async check(...args: readonly string[]): Promise<Answer> {
    let text = '';
    const write = (part: string): void => {
      text += part;
    };
    const code = await run(args, this.root, { write, colours: false });
    return { code, lines: text.trimEnd().split('\n') };
  }

  /** Makes one mistake, and takes it back when the check is done. */
  async withMistake<T>(edits: readonly Edit[], then: () => Promise<T>): Promise<T> {
    const before = edits.map(({ file }) => ({ path: join(this.root, file), text: this.#read(file) }));
    for (const { file, find, write } of edits) {
      const text = this.#read(file);
      if (text.split(find).length !== 2) throw new Error(`${find} is not once in ${file}.`);
      writeFileSync(
        join(this.root, file),
        text.replace(find, () => write),
      );
    }
    try {
      return await then();
    } finally {
      for (const { path, text } of before) writeFileSync(path, text);
    }
  }

  #read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8');
  }

  remove(): void {
    rmSync(this.root, { recursive: true });
  }
}

/** What a person sees holds this one finding, at its place, and the exit code fits. */
export function expectOneFinding({ code, lines }: Answer, { at, rule, severity, says }: Expected): void {
  const [line = '', summary, ...others] = lines;
  expect(others).toEqual([]);
  expect(line.split('  ', 3)).toEqual([at, severity ?? 'error', rule]);
  for (const words of says) expect(line).toContain(words);
  expect([code, summary?.split('.')[0]]).toEqual(
    severity === 'warning' ? [0, '0 errors, 1 warning'] : [1, '1 error, 0 warnings'],
  );
}
