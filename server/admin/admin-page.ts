import type { CsvRow } from '#engine/shared/csv.ts';
import type { DataView, SectionView } from '#engine/shared/data-view.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Permission } from '#server/staff/permissions.ts';
import type { Admin } from '#server/staff/admins.ts';
import type { AdminOperations } from './operation.ts';
import type { StaffTranslator } from './staff-translator.ts';

/** A staff user who is signed in. */
export interface CurrentUser extends Pick<Admin, 'id' | 'name' | 'email' | 'group'> {
  readonly permissions: readonly Permission[];
  /** Token of the session; only its hash is stored. */
  readonly token: string;
  /** See `Access`. */
  readonly isRecentlyAuthenticated: boolean;
}

/** Errors of a form that is shown again. */
export interface RejectedForm {
  readonly action: string;
  /** As typed, without passwords and files. */
  readonly values: Readonly<Record<string, string>>;
  /** In the language of the page, by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** Error of the form as a whole. */
  readonly message?: string;
  /** Nothing was wrong with it: what it led to is shown beside it. */
  readonly isAnswered?: true;
}

/** A request for an admin page or one of its actions. */
export interface AdminRequest {
  readonly locale: Locale;
  readonly t: StaffTranslator;
  /** Path of the page, without base path and language. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Key of rate limits for this person. */
  readonly network: string;
  /** Identifies this browser; signed values are bound to it. */
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
  /** Hidden fields of every posted form: CSRF token, idempotency key and the page to return to. */
  hidden(): Readonly<Record<string, string>>;
  /** Signs what a user confirms by sending a form, for this browser only; see `previewed`. */
  agreement(what: string): string;
  /** Whether that was confirmed. */
  isAgreed(what: string, agreement: string): boolean;
  /** A form that is shown again with what was typed, without errors when it was not refused. */
  readonly refused: RejectedForm | null;
  /** Whether that form was stored while its sender signed in. */
  readonly isRestored: boolean;
  /** Sections that an action shows above all others. */
  readonly shown: readonly SectionView[];
}

/** Loads the data of a block. */
export interface Query {
  /** Permission to load it; `null`: none is needed. */
  readonly permission: Permission | null;
  /** Topic that is published when the data changes; pages that show it update then. */
  readonly topic?: string;
  load(request: AdminRequest): Promise<unknown>;
}

export type ActionResult =
  /** Redirects to a page of this site, which says what was done. */
  | {
      readonly to: string;
      readonly query?: Readonly<Record<string, string>>;
      /** The session that begins; `null` ends the current one. */
      readonly session?: { readonly token: string; readonly seconds: number } | null;
    }
  | {
      readonly errors: Readonly<Record<string, string>>;
      readonly message?: string;
      readonly status?: 422 | 429;
      readonly retryAfterSeconds?: number;
    }
  /** The same page with more sections. `isDone`: the same form must not run again, see `repeated`. */
  | { readonly shown: readonly SectionView[]; readonly isDone?: true }
  /** A download that has no address. */
  | { readonly file: { readonly name: string; readonly type: 'application/json' | 'text/csv'; readonly body: string } };

/** Handler of a form. */
export interface Action {
  readonly permission: Permission | null;
  /** Path of the page that its form is on. */
  readonly page: string;
  /** Maximum bytes of the form's body; default: the limit of every form. The body is read after the permission check. */
  readonly maxBody?: number;
  /** Its form has a file with this size limit, see `Fields.file`. */
  readonly upload?: { readonly maxBytes: number };
  /** All fields are typed by hand and may be long: they are shown again in full, and stored in full while the sender signs in. */
  readonly restoresAll?: true;
  /** Cannot be undone: a user who signed in a while ago signs in again first; the form is stored meanwhile. */
  readonly requiresReauth?: true;
  /** Whether the use case recognizes a form that was sent twice; otherwise the route stores the response. */
  readonly repeatable?: true;
  run(request: AdminRequest, fields: Fields): Promise<ActionResult>;
  /** Shown when a form is sent again that was done and led to no other page; default: the page itself. Changes nothing. */
  repeated?(request: AdminRequest, fields: Fields): Promise<ActionResult>;
  /** Shows the form where no query of the page does, after its sender had to sign in first. Changes nothing. */
  again?(request: AdminRequest, fields: Fields): Promise<ActionResult>;
}

/** A file to download. */
export interface Download {
  readonly permission: Permission;
  load(request: AdminRequest): Promise<ListFile | PlainFile | ShownImage | null>;
}

/** A list as CSV. Each download is recorded in the audit log. */
export interface ListFile {
  readonly name: string;
  /** Names of the columns. */
  readonly columns: CsvRow;
  /** Number of rows. */
  readonly total: number;
  /** Rows as they are read: a long list is never in memory as a whole. */
  readonly parts: AsyncIterable<readonly CsvRow[]> | Iterable<readonly CsvRow[]>;
}

/** An image on an admin page; its content never changes at its address. */
export interface ShownImage {
  readonly type: 'image/webp';
  readonly image: Uint8Array;
}

interface PlainFile {
  readonly name: string;
  readonly type: 'text/html' | 'text/plain' | 'text/x-diff' | 'text/csv' | 'application/json' | 'application/xliff+xml';
  /** For `text/html`: `page` is a page of this site with fonts and styles, `frame` the same inside an admin page; default: a mail. */
  readonly shows?: 'page' | 'frame';
  readonly body: string;
}

/** An uploaded file, while its action runs. */
export interface SentFile {
  /** Path on disk. */
  readonly path: string;
  /** File name that the browser sent, without folders. */
  readonly name: string;
  /** SHA-256 of the file on disk. */
  readonly hash: string;
  /** Whether the file exceeds the size limit of the action; only its beginning is stored. */
  readonly isCut: boolean;
}

/** Submitted values; absent fields are empty. */
export interface Fields {
  text(name: string): string;
  /** Ids of the checkboxes that are checked in a list, from field names that begin with `prefix`. */
  ticked(prefix: string): readonly string[];
  /** Text of a file or of a field. */
  content(name: string): string;
  /** The file of an action with `upload`; `null` when none was chosen. */
  readonly file: SentFile | null;
  /** Hash over all fields, for use as a key. */
  readonly key: string;
}

/** An admin page, or a part of several. */
export interface AdminPage {
  readonly queries?: Readonly<Record<string, Query>>;
  readonly actions?: Readonly<Record<string, Action>>;
  readonly downloads?: Readonly<Record<string, Download>>;
  /** Operations of the page for API clients, over GraphQL. */
  readonly operations?: AdminOperations;
}

/** A data view; `lead`: introduction of the page, above the sections of an action. */
type LedView = DataView & { readonly lead?: readonly SectionView[] };

/**
 * A query whose result is a data view, with the sections of an action above it.
 * @param topic See `Query`.
 */
export function buildViewQuery(
  permission: Permission | null,
  load: (request: AdminRequest) => Promise<LedView>,
  topic?: string,
): Query {
  return {
    permission,
    topic,
    async load(request) {
      const { lead = [], ...view } = await load(request);
      // The search that found a record is behind its way back.
      const isRecord = request.shown.some(({ kind }) => kind === 'record');
      return {
        ...view,
        ...(topic !== undefined && { moves: true }),
        sections: [
          ...doneNote(request),
          ...restoredNote(request),
          ...(isRecord ? [] : lead),
          ...request.shown,
          ...view.sections,
        ],
      };
    },
  };
}

const restoredNote = ({ t, isRestored }: AdminRequest): readonly SectionView[] =>
  isRestored ? [{ kind: 'note', mark: 'alert', title: t('form.kept') }] : [];

/** Note of what was done, from the address. Only known words, so that a link cannot put any other text on the page. */
function doneNote({ t, query }: AdminRequest): readonly SectionView[] {
  const done = query.get('done') ?? '';
  const key = `done.${done}`;
  if (!t.has(key)) return [];
  const count = /^\d{1,7}$/.exec(query.get('n') ?? '')?.[0] ?? '';
  return [{ kind: 'note', mark: 'on', title: t(key, { count }) }];
}

/** The user of a request that requires a session. */
export function requireUser({ user }: AdminRequest): CurrentUser {
  if (user === null) throw new TypeError('A permission is required, but no user is signed in.');
  return user;
}
