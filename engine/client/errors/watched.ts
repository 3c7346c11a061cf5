/** Something that went wrong on the page, and where it was noticed. */
export interface Noticed {
  readonly where: string;
  readonly error: unknown;
}

/** What the inlined watcher keeps until the module that reports is there, as `window.vitrineErrors`. */
export interface WatchedErrors {
  readonly waiting: Noticed[];
  /** Set by that module. */
  report?: (noticed: Noticed) => void;
}

declare global {
  interface Window {
    vitrineErrors?: WatchedErrors;
  }
}
