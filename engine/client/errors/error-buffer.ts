/** An error on the page, with its source. */
export interface ErrorBreadcrumb {
  readonly where: string;
  readonly error: unknown;
}

/** Errors buffered by the inlined watcher until the reporting module is loaded, as `window.vitrineErrors`. */
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
