import type { PageContext } from '#engine/block-kit/types.ts';
import type { BrowserEvent, EventFields } from '#schemas/generated/events.ts';
import type { SchemaForm } from '#schemas/generated/forms.ts';
import type { ClientCore } from './core/index.ts';

/**
 * What a journey contributes to the browser. `journeys/<name>/client/index.ts` exports one. It is loaded with the first island, so
 * whatever only some forms need is imported by the operations that need it.
 */
export interface BrowserJourney {
  /** Name of its folder. */
  readonly name: string;
  /**
   * The operation behind a form. Loaded once a visitor fills the form in, so it is for forms that take a while; a form without one, and
   * one that is sent earlier, is posted.
   */
  readonly operations?: Readonly<Partial<Record<SchemaForm, () => Promise<FormOperation>>>>;
  /** The same for forms that are posted while this site answers GraphQL itself, and sent as an operation where another server does. */
  readonly foreignOperations?: BrowserJourney['operations'];
  /** Once, before the first page is shown. */
  onStart?(): void;
  /** A page with islands is there: the one that was compiled, then each that a navigation brings. */
  onPageShow?(page: PageContext): void;
  /** A navigation replaces the page; the address may be the new one already. @param from Path of the page that goes, as search engines know it. */
  onPageReplace?(from: string): void;
  /** What the server wrote for this visitor into the islands of the page, by the names of the holes. */
  onVisitorValues?(values: Readonly<Record<string, string>>): void;
  /** What events say of the visit beside their own fields; whatever does not fit their schema is left out. */
  eventContext?(): Readonly<Record<string, string | boolean>>;
  /** A form of the page is live: checked and sent by the client from now on. */
  onFormLive?(form: HTMLFormElement, track: Track): void;
  /** A form in which the browser found no mistake is about to be sent. */
  onFormSubmit?(form: HTMLFormElement): void;
  /** A form is on its way, or its answer is there. */
  onFormPending?(isPending: boolean): void;
}

/** Reports an event that happened in the browser, as its schema says. */
export type Track = <Name extends BrowserEvent>(name: Name, fields: EventFields[Name]) => void;

/**
 * Sends what a form holds. Rejects when there is no answer, or one that a form cannot show.
 *
 * @param idempotencyKey The same for each try of one form. `null` on this site's own server, which derives the key from form and browser, alike
 *   for a post.
 */
export type FormOperation = (
  core: ClientCore,
  fields: FormData,
  page: PageContext,
  idempotencyKey: string | null,
) => Promise<FormAnswer>;

/** What became of a form, as far as the browser can show it by itself. */
export type FormAnswer =
  /** To another screen of the site, by its address. */
  | { readonly goTo: string }
  /** The same page again, with what is to be fixed. */
  | { readonly errors: readonly FieldText[] }
  /** Asked too often; what was typed stays, to be sent again later. */
  | 'too-many-tries'
  /** Only a page of the server knows; the form is posted for it. */
  | 'ask-page';

interface FieldText {
  readonly field: string;
  /** In the page's language. */
  readonly text: string;
}
