import type { PageData } from '#engine/block-kit/page-data.ts';
import type { NavigationResponse } from './navigation-page.ts';

/** A click or submission before its code was loaded. */
export interface DeferredAction {
  /** Absent for links. */
  readonly island?: HTMLElement;
  readonly button?: HTMLElement;
  readonly link?: HTMLAnchorElement;
  /** A form that was already sent, and its submit button. */
  readonly form?: HTMLFormElement;
  readonly submitter?: HTMLElement | null;
  /** Response to the form; `undefined` on failure. */
  readonly answer?: Promise<Response | undefined>;
}

/** Live islands of the old page, by their counterparts on the new one. */
export type UpdateIslands = (data: PageData | null, replaced: ReadonlyMap<HTMLElement, HTMLElement>) => void;

/** Provided by the module `islands`. */
export interface Islands {
  /** Resolves once the island's code is loaded; rejects on failure. */
  hydrateIsland(island: HTMLElement): Promise<void>;
}

export interface NavigateOptions {
  /** Maximum milliseconds to wait for custom elements; default 100, at most 1000 (C6). */
  readonly delay?: number;
  readonly reason?: 'link' | 'language' | 'form';
  /** The response for this address, if already known. */
  readonly answer?: NavigationResponse;
}

/** In-app navigation, provided to other modules. */
export interface Navigation {
  /** Never rejects: falls back to a full page load. */
  navigate(href: string, options?: NavigateOptions): Promise<void>;
  /** Renders the response of a form, such as an error, without changing the address. */
  show(answer: NavigationResponse): Promise<void>;
}

/** Provided by the module `tracking`. */
export interface Tracking {
  /** Pushes pending events to the data layer, within consent. */
  sync(): void;
}

/**
 * The Trusted Types policy of the page; without browser support, functions that return strings. Values are trusted objects, which DOM sinks
 * accept like strings.
 */
export interface TrustPolicy {
  /** For markup of this site's server only. */
  createHTML(markup: string): string;
  /** Throws for other origins. */
  createScriptURL(url: string): string;
}

/** State shared by the inlined loader and the modules that it loads, as `window.vitrine`. */
export interface LoaderState {
  readonly policy: TrustPolicy;
  readonly waiting: DeferredAction[];
  /** Sends the data of a form, and requests the page of its redirect in the same round trip. `undefined` on failure. */
  send(form: HTMLFormElement, data: FormData): Promise<Response | undefined>;
  /** Called by the loader for an island to hydrate; until it is set, such islands have `data-wanted`. */
  hydrate?: (island: HTMLElement) => void;
  /** Follows a link in place; until it is set, links are deferred. */
  follow?: (link: HTMLAnchorElement) => void;
  /** Handles deferred links and forms. */
  resume?: () => void;
  /** Settles once the response to a form that was sent before its code was loaded is shown; all other files wait for it. */
  answered?: Promise<void>;
  /** Address of the current page. */
  shown?: string;
  /** Set by the first module. */
  navigation?: Navigation;
  /** Pushes pending events to the data layer, within consent; set by the first module. */
  sync?: () => void;
  /** Event context from journeys; set once their code is loaded. */
  eventContext?: () => Readonly<Record<string, string | boolean>>;
  /** Updates live islands after navigation; set once their code is loaded. */
  updateIslands?: UpdateIslands;
  /** Leaves deferred actions of an island, or all, to the browser. */
  fail(island?: HTMLElement): void;
}

declare global {
  interface Window {
    vitrine?: LoaderState;
    /** React Native on both platforms. */
    readonly ReactNativeWebView?: object;
    /** WKWebView. */
    readonly webkit?: { readonly messageHandlers?: object };
    readonly trustedTypes?: { createPolicy<Rules extends Partial<TrustPolicy>>(name: string, rules: Rules): Rules };
  }
}

/** @throws on a page without a loader, which does not load this module */
export function getLoaderState(): LoaderState {
  const state = window.vitrine;
  // A built-in error class, because every page with scripts loads this file.
  if (state === undefined) throw new ReferenceError('The page has no loader, so it has no islands.');
  return state;
}
