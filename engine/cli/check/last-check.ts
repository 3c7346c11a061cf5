import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PAGE_WEIGHTS } from '#engine/shared/page-weights-file.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { isObject } from '#engine/documents/json.ts';
import { editorFolder } from '../gen/editor-folder.ts';
import { FileSnapshot, type FileState, type Place } from './file-state.ts';

/** Path of the stored findings, from the project's root. */
export const LAST_CHECK = '.cache/last-check.json';

/** Root of the code of this process. */
export const PROJECT = join(import.meta.dirname, '../../..');
/** Output of `check` itself, for editors. */
const EDITOR = editorFolder.slice(0, -1);

/** Code that findings depend on: rules, their generators and their libraries. */
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

/** Project files that a run reads. */
const INPUTS: Omit<Place, 'root'> = {
  paths: [
    'pages-config',
    'locales',
    'images',
    'videos',
    'landing-templates',
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
  /** Versions and date. */
  readonly key: string;
  readonly states: readonly [code: FileState, inputs: FileState, outputs: FileState];
  readonly findings: readonly Finding[];
}

/** A process runs the code as of its start. */
let codeOfProcess: FileSnapshot | undefined;
export const snapshotCode = (): FileSnapshot => (codeOfProcess ??= new FileSnapshot([CODE]));

/** Findings of the last run, reused when no file has changed: compares file states without loading the rules. */
export class LastCheck {
  readonly #root: string;
  readonly #key: string;
  readonly #before: FileState | null;
  /** Findings of the last run; `null` when something changed or that is unknown. */
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

  /** Stores the findings, unless a file changed meanwhile or the disk is not writable. */
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
      // The next run checks again.
    }
  }
}

/** `null` unless written by this version today. */
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
