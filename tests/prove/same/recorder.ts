import type { Answer } from './http-client.ts';
import type { Normaliser } from './normalise.ts';
import type { Entry, Recording, TextStore } from './store.ts';

export interface NoteOptions {
  /** See `Normaliser.answer`. */
  readonly isMail?: boolean;
  readonly method?: string;
  /** What of the body counts; all of it by default. */
  readonly body?: (text: string) => string;
  /** What of the styles counts. */
  readonly styles?: (text: string) => string;
  /** What of the headers counts. */
  readonly headers?: (headers: readonly string[]) => readonly string[];
}

/** Takes what was answered. */
export interface Notes {
  /** @param name Says who asked for what; each name once. */
  note(kind: string, name: string, answer: Answer, normaliser: Normaliser, options?: NoteOptions): void;
  /** Something that is not an answer to a request. */
  noteText(kind: string, name: string, text: string): void;
  /** A promise that this recording does not keep. */
  broken(sentence: string): void;
}

/** The same notes, whose names say where they were made. */
export function notesWithin(notes: Notes, where: string): Notes {
  return {
    note: (kind, name, ...rest) => notes.note(kind, `${where}: ${name}`, ...rest),
    noteText: (kind, name, text) => notes.noteText(kind, `${where}: ${name}`, text),
    broken: (sentence) => notes.broken(`${where}: ${sentence}`),
  };
}

/** Collects what one tree answers. */
export class Recorder implements Notes {
  readonly #store: TextStore;
  readonly #entries: Record<string, Entry> = {};
  readonly #broken: string[] = [];
  readonly #onNote: (count: number) => void;
  #count = 0;

  /** @param onNote Gets after each record how many there are. */
  constructor(store: TextStore, onNote: (count: number) => void) {
    this.#store = store;
    this.#onNote = onNote;
  }

  note(kind: string, name: string, answer: Answer, normaliser: Normaliser, options: NoteOptions = {}): void {
    const { status, headers, body, styles, mistakes } = normaliser.answer(answer, options.method, options.isMail);
    for (const mistake of mistakes) this.broken(`${name}: ${mistake}`);
    this.#add(name, {
      kind,
      status,
      headers: options.headers?.(headers) ?? headers,
      body: this.#store.put(options.body?.(body) ?? body),
      styles: this.#store.put(options.styles?.(styles) ?? styles),
    });
  }

  noteText(kind: string, name: string, text: string): void {
    this.#add(name, { kind, status: 0, headers: [], body: this.#store.put(text), styles: this.#store.put('') });
  }

  broken(sentence: string): void {
    this.#broken.push(sentence);
  }

  get recording(): Recording {
    return { entries: this.#entries, broken: this.#broken };
  }

  #add(name: string, entry: Entry): void {
    if (Object.hasOwn(this.#entries, name)) throw new Error(`Two records are named "${name}".`);
    this.#entries[name] = entry;
    this.#count += 1;
    this.#onNote(this.#count);
  }
}
