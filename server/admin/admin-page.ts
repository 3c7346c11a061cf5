import type { CsvRow } from '#engine/shared/csv.ts';
import type { DataView, SectionView } from '#engine/shared/data-view.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Permission } from '#server/staff/permissions.ts';
import type { Admin } from '#server/staff/admins.ts';
import type { AdminOperations } from './operation.ts';
import type { StaffWords } from './words.ts';

/** A staff user who is signed in. */
export interface CurrentUser extends Pick<Admin, 'id' | 'name' | 'email' | 'group'> {
  readonly permissions: readonly Permission[];
  /** Token of the session; only its hash is stored. */
  readonly token: string;
  /** See `Access`. */
  readonly isRecentlyAuthenticated: boolean;
}

/** What was wrong with a form that is shown again. */
export interface RejectedForm {
  readonly action: string;
  /** As typed, but for passwords and files. */
  readonly values: Readonly<Record<string, string>>;
  /** In the language of the page, by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** What is wrong with it as a whole. */
  readonly message?: string;
}

/** A request for an admin page or one of its actions. */
export interface AdminRequest {
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
  readonly user: CurrentUser | null;
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
  /** Signs what a user agrees to by sending a form, for this browser alone; see `previewed`. */
  agreement(what: string): string;
  /** Whether that was agreed to. */
  isAgreed(what: string, agreement: string): boolean;
  readonly refused: RejectedForm | null;
  /** What an action had to show, above everything else. */
  readonly shown: readonly SectionView[];
}

/** Loads what a block shows. */
export interface Query {
  /** Required to load it; `null`: everybody may. */
  readonly permission: Permission | null;
  /** Topic that is announced when it changes: pages that show it are updated then. */
  readonly topic?: string;
  load(request: AdminRequest): Promise<unknown>;
}

export type ActionResult =
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
  | { readonly file: { readonly name: string; readonly type: 'application/json' | 'text/csv'; readonly body: string } };

/** What a form does. */
export interface Action {
  readonly permission: Permission | null;
  /** Path of the page that its form is on. */
  readonly page: string;
  /** Bytes that its form may have; those of every form when left out. They are read once its sender has the permission. */
  readonly maxBody?: number;
  /** Its form has a file of at most so many bytes, see `Fields.file`. */
  readonly upload?: { readonly maxBytes: number };
  /** All of it is typed by hand, however long: it is shown again whole, and stored whole while its sender signs in. */
  readonly restoresAll?: true;
  /** It cannot be undone: a user who signed in a while ago signs in again first, and the form is stored meanwhile. */
  readonly requiresReauth?: true;
  /** Whether the use case itself knows a form that was sent twice; otherwise the entrance keeps the answer. */
  readonly repeatable?: true;
  run(request: AdminRequest, fields: Fields): Promise<ActionResult>;
  /** What is shown to anyone who sends a form again that was done and led nowhere; the page itself when left out. Changes nothing. */
  repeated?(request: AdminRequest, fields: Fields): Promise<ActionResult>;
  /** Shows its form where no query of its page does, for anyone who sent it and had to sign in first. Changes nothing. */
  again?(request: AdminRequest, fields: Fields): Promise<ActionResult>;
}

/** A file to download. */
export interface Download {
  readonly permission: Permission;
  load(request: AdminRequest): Promise<ListFile | PlainFile | ShownImage | null>;
}

/** A list as CSV: that it was taken away stands in the audit log. */
export interface ListFile {
  readonly name: string;
  /** The first one names the columns. */
  readonly rows: readonly CsvRow[];
}

/** An image that a page of staff shows; it never changes at its address. */
export interface ShownImage {
  readonly type: 'image/webp';
  readonly image: Uint8Array;
}

interface PlainFile {
  readonly name: string;
  readonly type: 'text/html' | 'text/plain' | 'text/x-diff' | 'text/csv' | 'application/json' | 'application/xliff+xml';
  /** Of `text/html`: a page of this site, with its fonts and styles, by itself or in a frame of an admin page; otherwise a mail. */
  readonly shows?: 'page' | 'frame';
  readonly body: string;
}

/** A file that was sent, while its action runs. */
export interface SentFile {
  /** Where it is on the disk. */
  readonly path: string;
  /** As its sender calls it, without folders. */
  readonly name: string;
  /** SHA-256 of what is there. */
  readonly hash: string;
  /** It is longer than its action takes; only its beginning is there. */
  readonly isCut: boolean;
}

/** What was sent; absent fields are empty. */
export interface Fields {
  text(name: string): string;
  /** What was ticked in a list, by the names of its boxes without what they begin with. */
  ticked(prefix: string): readonly string[];
  /** Of a file, or of a field. */
  content(name: string): string;
  /** The file of an action with `upload`; `null` when none was chosen. */
  readonly file: SentFile | null;
  /** What stood in the form as a whole, for a key of its own. */
  readonly key: string;
}

/** An admin page, or a part of several. */
export interface AdminPage {
  readonly queries?: Readonly<Record<string, Query>>;
  readonly actions?: Readonly<Record<string, Action>>;
  readonly downloads?: Readonly<Record<string, Download>>;
  /** The same for API clients, over GraphQL. */
  readonly operations?: AdminOperations;
}

/** A data view, and what stands above what an action had to show: what the page is for. */
type LedView = DataView & { readonly lead?: readonly SectionView[] };

/**
 * A query whose answer is a data view, with what an action had to show in front.
 * @param topic See `Query`.
 */
export function viewQuery(
  permission: Permission | null,
  load: (request: AdminRequest) => Promise<LedView>,
  topic?: string,
): Query {
  return {
    permission,
    topic,
    async load(request) {
      const { lead = [], ...view } = await load(request);
      return {
        ...view,
        ...(topic !== undefined && { moves: true }),
        sections: [...doneNote(request), ...lead, ...request.shown, ...view.sections],
      };
    },
  };
}

/** What the address says was done; only fixed words, so that a link cannot make the page say anything else. */
function doneNote({ words, query }: AdminRequest): readonly SectionView[] {
  const done = query.get('done') ?? '';
  const key = `done.${done}`;
  if (!words.has(key)) return [];
  const count = /^\d{1,7}$/.exec(query.get('n') ?? '')?.[0] ?? '';
  return [{ kind: 'note', mark: 'on', title: words(key, { count }) }];
}

/** The user of a request that only signed-in users can send. */
export function requireUser({ user }: AdminRequest): CurrentUser {
  if (user === null) throw new TypeError('Nobody is signed in, although a permission is required.');
  return user;
}
