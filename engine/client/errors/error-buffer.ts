/** Something that went wrong on the page, and where it was noticed. */
export interface ErrorBreadcrumb {
  readonly where: string;
  readonly error: unknown;
}

/** What the inlined watcher keeps until the module that reports is there, as `window.vitrineErrors`. */
export interface ErrorBuffer {
  readonly waiting: ErrorBreadcrumb[];
  /** Set by that module. */
  report?: (breadcrumb: ErrorBreadcrumb) => void;
}

declare global {
  interface Window {
    vitrineErrors?: ErrorBuffer;
  }
}
