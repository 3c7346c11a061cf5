import type { CsvRow } from '#engine/base/csv.ts';
import type { DataView, SectionView } from '#engine/base/data-view.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Permission } from '#server/staff/permissions.ts';
import type { Admin } from '#server/staff/admins.ts';
import type { RoomOperations } from './operation.ts';
import type { StaffWords } from './words.ts';

/** Somebody who is signed in. */
export interface Me extends Pick<Admin, 'id' | 'name' | 'email' | 'group'> {
  readonly permissions: readonly Permission[];
  /** What proves it; only its hash is stored. */
  readonly token: string;
  /** See `Access`. */
  readonly isFresh: boolean;
}

/** What was wrong with a form that is shown again. */
export interface Refused {
  readonly action: string;
  /** As typed, but for passwords and files. */
  readonly values: Readonly<Record<string, string>>;
  /** In the language of the page, by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** What is wrong with it as a whole. */
  readonly message?: string;
}

/** One request of one person, as queries and actions know it. */
export interface Asking {
  readonly locale: Locale;
  readonly words: StaffWords;
  /** Path of the page, without base path and language. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The unit that limits count this person by. */
  readonly network: string;
  /** What only this browser has; what it is given to sign is bound to it. */
  readonly browser: string;
  /** `null` before signing in. */
  readonly me: Me | null;
  /** Landings of the site, by id. */
  readonly landings: readonly string[];
  /** Whether the site has a page at this path. */
  hasPage(path: string): boolean;
  /** Address of a page in the language of this one. */
  href(path: string, query?: Readonly<Record<string, string>>): string;
  /** Address that the form of an action is sent to. */
  actionHref(action: string): string;
  /** Address of a file, see `Download`. */
  fileHref(download: string, query?: Readonly<Record<string, string>>): string;
  /** Fields of every form that is posted: who may send it, that it is sent once, and the place to come back to. */
  hidden(): Readonly<Record<string, string>>;
  /** Signs what somebody agrees to by sending a form, for this browser alone; see `previewed`. */
  agreement(what: string): string;
  /** Whether that was agreed to. */
  isAgreed(what: string, agreement: string): boolean;
  readonly refused: Refused | null;
  /** What an action had to show, above everything else. */
  readonly shown: readonly SectionView[];
}

/** What a block shows. */
export interface Query {
  /** Without it nobody gets an answer; `null` for what everybody may see. */
  readonly permission: Permission | null;
  /** What is announced when it changes: then pages that show it are kept fresh. */
  readonly moves?: string;
  load(asking: Asking): Promise<unknown>;
}

export type ActionAnswer =
  /** On to a page of this site, which says what was done. */
  | {
      readonly to: string;
      readonly query?: Readonly<Record<string, string>>;
      /** Session that begins, or `null` for one that ends. */
      readonly session?: { readonly token: string; readonly seconds: number } | null;
    }
  | {
      readonly errors: Readonly<Record<string, string>>;
      readonly message?: string;
      readonly status?: 422 | 429;
      readonly retryAfterSeconds?: number;
    }
  /** The same page with something to see; `isDone` when something was done that the same form must not do again, see `repeated`. */
  | { readonly shown: readonly SectionView[]; readonly isDone?: true }
  /** Something to take away that no address may name. */
  | { readonly file: { readonly name: string; readonly type: 'application/json'; readonly body: string } };

/** What a form does. */
export interface Action {
  readonly permission: Permission | null;
  /** Path of the page that its form is on. */
  readonly page: string;
  /** Bytes that its form may have; those of every form when left out. They are read once its sender has the permission. */
  readonly maxBody?: number;
  /** It cannot be taken back: anyone who signed in a while ago is asked once more who it is, and the form is kept. */
  readonly isFinal?: true;
  /** Whether the use case itself knows a form that was sent twice; otherwise the entrance keeps the answer. */
  readonly repeatable?: true;
  run(asking: Asking, fields: Fields): Promise<ActionAnswer>;
  /** What is shown to anyone who sends a form again that was done and led nowhere; the page itself when left out. Changes nothing. */
  repeated?(asking: Asking, fields: Fields): Promise<ActionAnswer>;
  /** Shows its form where no query of its page does, for anyone who sent it and had to sign in first. Changes nothing. */
  again?(asking: Asking, fields: Fields): Promise<ActionAnswer>;
}

/** A file that somebody takes away. */
export interface Download {
  readonly permission: Permission;
  load(asking: Asking): Promise<ListFile | PlainFile | null>;
}

/** A list as CSV: that it was taken away stands in the audit log. */
export interface ListFile {
  readonly name: string;
  /** The first one names the columns. */
  readonly rows: readonly CsvRow[];
}

interface PlainFile {
  readonly name: string;
  readonly type: 'text/html' | 'text/plain' | 'text/x-diff';
  readonly body: string;
}

/** What was sent; absent fields are empty. */
export interface Fields {
  text(name: string): string;
  /** What was ticked in a list, by the names of its boxes without what they begin with. */
  ticked(prefix: string): readonly string[];
  /** Of a file, or of a field. */
  content(name: string): string;
  /** What stood in the form as a whole, for a key of its own. */
  readonly key: string;
}

/** Part of the pages of those who run the house. */
export interface Room {
  readonly queries?: Readonly<Record<string, Query>>;
  readonly actions?: Readonly<Record<string, Action>>;
  readonly downloads?: Readonly<Record<string, Download>>;
  /** The same for programs, over GraphQL. */
  readonly operations?: RoomOperations;
}

/**
 * A query whose answer is a data view, with what an action had to show in front.
 * @param moves See `Query`.
 */
export function viewQuery(
  permission: Permission | null,
  load: (asking: Asking) => Promise<DataView>,
  moves?: string,
): Query {
  return {
    permission,
    ...(moves !== undefined && { moves }),
    async load(asking) {
      const view = await load(asking);
      return {
        ...view,
        ...(moves !== undefined && { moves: true }),
        sections: [...doneNote(asking), ...asking.shown, ...view.sections],
      };
    },
  };
}

/** What the address says was done; only fixed words, so that a link cannot make the page say anything else. */
function doneNote({ words, query }: Asking): readonly SectionView[] {
  const done = query.get('done') ?? '';
  const key = `done.${done}`;
  if (!words.has(key)) return [];
  const count = /^\d{1,7}$/.exec(query.get('n') ?? '')?.[0] ?? '';
  return [{ kind: 'note', mark: 'on', title: words(key, { count }) }];
}

/** Who asks, where only somebody who is signed in can. */
export function mustBe({ me }: Asking): Me {
  if (me === null) throw new TypeError('Nobody is signed in, although a permission was asked for.');
  return me;
}
