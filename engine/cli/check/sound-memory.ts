import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject } from '#engine/documents/json.ts';
import type { SoundParts } from '#engine/documents/sound-parts.ts';
import { sha256 } from '#engine/shared/hash.ts';
import { hashFiles } from './hash-files.ts';

/** Path of the cache, from the project's root. */
export const SOUND_MEMORY = '.cache/sound.json';

/** Hex digits of a hash; by accident two of a million parts are alike once in 30 million projects. */
const DIGITS = 16;

/**
 * Cache of the parts of a project in which `check` found nothing. They are named by the hash of what was read, and other code forgets
 * all of them; an unreadable cache is an empty one, and what no run asks for any more is dropped.
 */
export class SoundMemory implements SoundParts {
  readonly #file: string;
  readonly #code: string;
  readonly #before: ReadonlySet<string>;
  readonly #now = new Set<string>();

  constructor(root: string, code = (codeOfProcess ??= hashCode())) {
    this.#file = join(root, SOUND_MEMORY);
    this.#code = code;
    this.#before = readParts(this.#file, code);
  }

  has(part: string): boolean {
    const name = computeName(part);
    const isSound = this.#before.has(name);
    if (isSound) this.#now.add(name);
    return isSound;
  }

  add(part: string): void {
    this.#now.add(computeName(part));
  }

  /** Stores the parts of this run, if the disk is writable. */
  save(): void {
    if (this.#now.size === this.#before.size && [...this.#now].every((name) => this.#before.has(name))) return;
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
      writeFileSync(this.#file, JSON.stringify({ code: this.#code, sound: [...this.#now] }));
    } catch {
      // The next run looks at everything.
    }
  }
}

let codeOfProcess: string | undefined;

const computeName = (part: string): string => sha256(part).slice(0, DIGITS);

function readParts(file: string, code: string): ReadonlySet<string> {
  try {
    const written: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isObject(written) && written['code'] === code && Array.isArray(written['sound'])
      ? new Set(written['sound'])
      : new Set();
  } catch {
    return new Set();
  }
}

const PROJECT = join(import.meta.dirname, '../../..');

/** Hash of all code that a finding may depend on: the rules, what they are generated from, and the libraries that they use. */
function hashCode(): string {
  const isCode = (path: string): boolean =>
    /(?<!\.test)\.(?:tsx?|js)$|\.schema\.json$/.test(path) && !/[/\\]editor[/\\]/.test(path);
  const ofFolders = hashFiles(PROJECT, ['engine', 'journeys', 'schemas'], isCode);
  // An image for production has no lock file.
  const versions = ['package-lock.json', 'package.json'].map((file) => readOptional(join(PROJECT, file)));
  return sha256([process.version, ...versions, ofFolders].join('\0'));
}

function readOptional(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
