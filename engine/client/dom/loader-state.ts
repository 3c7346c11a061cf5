import type { PageData } from '#engine/block-kit/page-data.ts';
import type { NavigationAnswer } from './navigation-page.ts';

/** Something a visitor did before the code for it was there: pressed a button, sent a form or followed a link. */
export interface DeferredAction {
  /** Absent for links. */
  readonly island?: HTMLElement;
  readonly button?: HTMLElement;
  readonly link?: HTMLAnchorElement;
  /** Sent already, with the button that sent it. */
  readonly form?: HTMLFormElement;
  readonly submitter?: HTMLElement | null;
  /** What the server answered to the form; `undefined` when it did not. */
  readonly answer?: Promise<Response | undefined>;
}

/** Live islands of the old page by the markup in whose place they stay. */
export type UpdateIslands = (data: PageData | null, replaced: ReadonlyMap<HTMLElement, HTMLElement>) => void;

/** What the module `islands` offers to the first one. */
export interface Islands {
  /** Resolves once the island's code is there; rejects when that fails. */
  hydrateIsland(island: HTMLElement): Promise<void>;
}

export interface NavigateOptions {
  /** Milliseconds that the new page may wait for its custom elements; 100 by default, at most 1000 (C6). */
  readonly delay?: number;
  readonly reason?: 'link' | 'language' | 'form';
  /** What is answered there, where that is known already. */
  readonly answer?: NavigationAnswer;
}

/** In-app navigation, as the first module offers it to the others. */
export interface Navigation {
  /** Never rejects: what cannot be shown is loaded in full. */
  navigate(href: string, options?: NavigateOptions): Promise<void>;
  /** Shows what a form was answered with, such as a refusal, for which the address stays. */
  show(answer: NavigationAnswer): Promise<void>;
}

/** What the module `tracking` offers to the others. */
export interface Tracking {
  /** Gives the data layer what it does not have and may have. */
  sync(): void;
}

/**
 * The page's one Trusted Types policy; plain functions where the browser has none. Its values are trusted objects, which the sinks
 * they are made for take like strings.
 */
export interface TrustPolicy {
  /** For markup of our own server only. */
  createHTML(markup: string): string;
  /** Throws for other origins. */
  createScriptURL(url: string): string;
}

/** What the inlined loader shares with the modules it loads, as `window.vitrine`. */
export interface LoaderState {
  readonly policy: TrustPolicy;
  readonly waiting: DeferredAction[];
  /**
   * Sends the data of a form, and asks for the page that it leads to, which another round trip would have to be made for. `undefined` when
   * no answer came.
   */
  send(form: HTMLFormElement, data: FormData): Promise<Response | undefined>;
  /** Called by the loader with the island that is wanted; until it is set, wanted islands carry `data-wanted`. */
  hydrate?: (island: HTMLElement) => void;
  /** Follows a link inside the page; until it is set, links wait. */
  follow?: (link: HTMLAnchorElement) => void;
  /** Follows links and shows answers to forms that wait; until it is set, they do. */
  resume?: () => void;
  /** Address whose page the document shows. */
  shown?: string;
  /** Set by the first module. */
  navigation?: Navigation;
  /** Gives the data layer what it may have, within consent; set by the first module. */
  sync?: () => void;
  /** What journeys know of the visit, for events; set once their code is there. */
  eventContext?: () => Readonly<Record<string, string | boolean>>;
  /** Lets live islands take over a new page; set once their code is loaded. */
  updateIslands?: UpdateIslands;
  /** Gives what waits for an island, or everything, back to the browser. */
  fail(island?: HTMLElement): void;
}

declare global {
  interface Window {
    vitrine?: LoaderState;
    /** Of React Native, on both systems. */
    readonly ReactNativeWebView?: object;
    /** Of WKWebView. */
    readonly webkit?: { readonly messageHandlers?: object };
    readonly trustedTypes?: { createPolicy<Rules extends Partial<TrustPolicy>>(name: string, rules: Rules): Rules };
  }
}

/** @throws when the page carries no loader; then nothing should have loaded this module */
export function loaderState(): LoaderState {
  const state = window.vitrine;
  // A class of the platform: every page with a script loads this file, and should not load another one for a name.
  if (state === undefined) throw new ReferenceError('The page has no loader, so it has no islands.');
  return state;
}
