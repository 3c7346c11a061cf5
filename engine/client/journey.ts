import type { PageContext } from '#engine/block-kit/types.ts';
import type { BrowserEvent, EventFields } from '#schemas/generated/events.ts';
import type { SchemaForm } from '#schemas/generated/forms.ts';
import type { ClientCore } from './core/index.ts';

/**
 * A journey's part of the client, exported by `journeys/<name>/client/index.ts`. Loaded with the first island, so code for single forms
 * belongs in their operations.
 */
export interface BrowserJourney {
  /** Folder name. */
  readonly name: string;
  /**
   * GraphQL operations of forms, loaded when a visitor fills the form in; for forms that take a while. Others, and those sent earlier, are
   * posted.
   */
  readonly operations?: Readonly<Partial<Record<SchemaForm, () => Promise<FormOperation>>>>;
  /** Forms that are posted to this site's server, but sent as operations to an external GraphQL server. */
  readonly foreignOperations?: BrowserJourney['operations'];
  /** Called once, before the first page is shown. */
  onStart?(): void;
  /** Called for each page with islands, initially and after navigation. */
  onPageShow?(page: PageContext): void;
  /** Called before navigation replaces the page; the address may have changed already. @param from canonical path of the previous page */
  onPageReplace?(from: string): void;
  /** The visitor's values in islands of the page, by hole name. */
  onVisitorValues?(values: Readonly<Record<string, string>>): void;
  /** Event context beside an event's own fields; values that do not fit its schema are dropped. */
  eventContext?(): Readonly<Record<string, string | boolean>>;
  /** Called when a form is hydrated. */
  onFormLive?(form: HTMLFormElement, track: Track): void;
  /** Called before a valid form is sent. */
  onFormSubmit?(form: HTMLFormElement): void;
  /** Called when a submission begins and ends. */
  onFormPending?(isPending: boolean): void;
}

/** Reports an event of the browser, as its schema defines. */
export type Track = <Name extends BrowserEvent>(name: Name, fields: EventFields[Name]) => void;

/**
 * Sends a form's values. Rejects on failure, or for a response that a form cannot show.
 *
 * @param idempotencyKey the same for each attempt. `null` with this site's server, which derives the key from form and browser, as for posts.
 */
export type FormOperation = (
  core: ClientCore,
  fields: FormData,
  page: PageContext,
  idempotencyKey: string | null,
) => Promise<FormOperationResult>;

/** Result of a form in the browser. */
export type FormOperationResult =
  /** Redirect to another page of the site. */
  | { readonly goTo: string }
  /** The same page with errors. */
  | { readonly errors: readonly FieldText[] }
  /** Rate limited; values stay for a later attempt. */
  | 'too-many-tries'
  /** Requires the server's page: the form is posted. */
  | 'ask-page';

interface FieldText {
  readonly field: string;
  /** In the page's language. */
  readonly text: string;
}
