import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PAGE_WEIGHTS } from '#engine/shared/page-weights-file.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { isObject } from '#engine/documents/json.ts';
import { FileSnapshot, type FileState, type Place } from './file-state.ts';

/** Path of what the last run found, from the project's root. */
export const LAST_CHECK = '.cache/last-check.json';

/** Root of the code of this process. */
export const PROJECT = join(import.meta.dirname, '../../..');
/** What `check` writes itself, for editors. */
const EDITOR = 'schemas/generated/editor';

/** All code that a finding may depend on: the rules, what they are generated from, and the libraries that they use. */
const CODE: Place = {
  root: PROJECT,
  paths: [
    'engine',
    'journeys',
    'schemas',
    'package.json',
    'package-lock.json',
    'node_modules/.package-lock.json',
    'vitrine.config.ts',
  ],
  isLeftOut: (path) => path === EDITOR || /\.test\.tsx?$/.test(path),
};

/** All that a run reads of a project. */
const INPUTS: Omit<Place, 'root'> = {
  paths: [
    'pages-config',
    'locales',
    'images',
    'blocks',
    'journeys',
    'schemas',
    'engine/block-kit',
    'server/admin',
    'vitrine.config.ts',
    'pins.json',
    'grades.json',
    PAGE_WEIGHTS,
  ],
  isLeftOut: (path) => path === EDITOR,
};

interface Stored {
  /** Versions and the day. */
  readonly key: string;
  readonly states: readonly [code: FileState, inputs: FileState, outputs: FileState];
  readonly findings: readonly Finding[];
}

/** A process runs the code that was there when it began. */
let codeOfProcess: FileSnapshot | undefined;
export const snapshotCode = (): FileSnapshot => (codeOfProcess ??= new FileSnapshot([CODE]));

/**
 * What the last run of `check` found, for a run in which no file changed: only the state of files is looked at, and no code of the rules is
 * even loaded.
 */
export class LastCheck {
  readonly #root: string;
  readonly #key: string;
  readonly #before: FileState | null;
  /** What the last run found; `null` when anything changed since, or nobody can tell. */
  readonly findings: readonly Finding[] | null;

  /** @param today ISO 8601 date, which some rules depend on */
  constructor(root: string, today: string) {
    this.#root = root;
    this.#key = `${process.version} ${today}`;
    const inputs = this.#snapshot(INPUTS);
    const stored = readStored(join(root, LAST_CHECK), this.#key);
    this.findings = stored !== null && this.#isSame(stored, inputs) ? stored.findings : null;
    this.#before = this.findings === null ? inputs.read() : null;
  }

  #snapshot(place: Omit<Place, 'root'>): FileSnapshot {
    return new FileSnapshot([{ ...place, root: this.#root }]);
  }

  #isSame({ states: [code, inputs, outputs] }: Stored, now: FileSnapshot): boolean {
    return now.isSame(inputs) && snapshotCode().isSame(code) && this.#snapshot({ paths: [EDITOR] }).isSame(outputs);
  }

  /** Stores what this run found, unless a file changed meanwhile or the disk is not writable. */
  save(findings: readonly Finding[]): void {
    if (this.#before === null || !this.#snapshot(INPUTS).isSame(this.#before)) return;
    const [code, outputs] = [snapshotCode().read(), this.#snapshot({ paths: [EDITOR] }).read()];
    if (code === null || outputs === null) return;
    const stored: Stored = { key: this.#key, states: [code, this.#before, outputs], findings };
    try {
      const file = join(this.#root, LAST_CHECK);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(stored));
    } catch {
      // The next run looks again.
    }
  }
}

/** `null` for anything but what this version wrote today. */
function readStored(file: string, key: string): Stored | null {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isStored(stored) && stored.key === key ? stored : null;
  } catch {
    return null;
  }
}

function isStored(stored: unknown): stored is Stored {
  if (!isObject(stored)) return false;
  const { key, states, findings } = stored;
  return (
    typeof key === 'string' &&
    Array.isArray(states) &&
    states.length === 3 &&
    states.every(isFileState) &&
    Array.isArray(findings) &&
    findings.every(isFinding)
  );
}

export const isFileState = (value: unknown): value is FileState =>
  isObject(value) && typeof value['hash'] === 'string' && Array.isArray(value['unsettled']);

const isFinding = (value: unknown): value is Finding =>
  isObject(value) &&
  ['rule', 'severity', 'file', 'path', 'message'].every((name) => typeof value[name] === 'string') &&
  ['line', 'column'].every((name) => typeof value[name] === 'number');
