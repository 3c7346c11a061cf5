import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject } from '#engine/documents/json.ts';
import { type CheckCache, computePartName } from '#engine/documents/check-cache.ts';
import { sha256 } from '#engine/shared/hash.ts';
import type { FileState } from './file-state.ts';
import { type Entry, hashFiles } from './hash-files.ts';
import { isFileState, PROJECT, snapshotCode } from './last-check.ts';

/** Paths of the caches of `check` and `gen` from the project's root: each run drops what it did not ask for. */
export const CHECK_CACHE = '.cache/check.json';
export const GEN_CACHE = '.cache/gen.json';

/**
 * Cache of project parts without findings, keyed by a hash of their inputs and invalidated by changed code. An unreadable cache counts as empty; unused
 * entries are dropped.
 */
export class StoredCheckCache implements CheckCache {
  readonly #file: string;
  readonly #code: string;
  readonly #before: ReadonlySet<string>;
  readonly #now = new Set<string>();

  /** @param code hash of the code of this process */
  constructor(root: string, code?: string, file: string = CHECK_CACHE) {
    this.#file = join(root, file);
    const stored = readStored(this.#file);
    this.#code = code ?? (codeOfProcess ??= isOfThisCode(stored) ? stored.code : hashCheckCode(PROJECT));
    this.#before = stored?.code === this.#code ? new Set(stored.parts) : new Set();
  }

  has(part: string): boolean {
    const name = computePartName(part);
    const isKnown = this.#before.has(name);
    if (isKnown) this.#now.add(name);
    return isKnown;
  }

  add(part: string): void {
    this.#now.add(computePartName(part));
  }

  /** Names of the entries of this run. */
  get names(): readonly string[] {
    return [...this.#now];
  }

  /** Stores the entries of this run, if the disk is writable. */
  save(): void {
    if (this.#now.size === this.#before.size && [...this.#now].every((name) => this.#before.has(name))) return;
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
      const stored: Stored = { code: this.#code, state: snapshotCode().read(), parts: [...this.#now] };
      writeFileSync(this.#file, JSON.stringify(stored));
    } catch {
      // The next run checks everything.
    }
  }
}

let codeOfProcess: string | undefined;

interface Stored {
  readonly code: string;
  /** File states of the code. */
  readonly state: FileState | null;
  readonly parts: readonly string[];
}

/** `null` unless written by this class. */
function readStored(file: string): Stored | null {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isStored(stored) ? stored : null;
  } catch {
    return null;
  }
}

function isStored(stored: unknown): stored is Stored {
  return (
    isObject(stored) &&
    typeof stored['code'] === 'string' &&
    (stored['state'] === null || isFileState(stored['state'])) &&
    Array.isArray(stored['parts'])
  );
}

/** Whether the stored hash is that of the current code, which need not be read then. */
const isOfThisCode = (stored: Stored | null): stored is Stored =>
  stored?.code.startsWith(VERSION) === true && stored.state !== null && snapshotCode().isSame(stored.state);

const VERSION = `${process.version} `;

/** Content hash of all code that findings depend on; times differ in a clean checkout. */
export function hashCheckCode(root: string): string {
  const isCode = ({ path, isFolder }: Entry): boolean =>
    !isFolder && /(?<!\.test)\.(?:tsx?|js)$|\.schema\.json$/.test(path) && !/[/\\]editor[/\\]/.test(path);
  const ofFolders = hashFiles(root, ['engine', 'journeys', 'schemas'], isCode);
  // Production images have no lock file.
  const versions = ['package-lock.json', 'package.json'].map((file) => readOptional(join(root, file)));
  return `${VERSION}${sha256([...versions, ofFolders].join('\0'))}`;
}

function readOptional(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
