/* Inlined after the loader, whose policy it uses, where error reporting is configured. Loads nothing before the first error. */
import type { ErrorBreadcrumb, ErrorBuffer } from './errors/error-buffer.ts';

/** Maximum buffered errors. */
const MAX_WAITING = 60;

const { src = '' } = (document.currentScript as HTMLScriptElement).dataset;
const watched: ErrorBuffer = (window.vitrineErrors = { waiting: [] });
let wanted = false;

function notice(where: string, error: unknown): void {
  const breadcrumb: ErrorBreadcrumb = { where, error };
  if (watched.report) return watched.report(breadcrumb);
  if (watched.waiting.length < MAX_WAITING) watched.waiting.push(breadcrumb);
  if (wanted) return;
  wanted = true;
  const script = document.createElement('script');
  script.type = 'module';
  // Without the loader there is no policy to load the module with.
  const address = window.vitrine?.policy.createScriptURL(src);
  if (address === undefined) return;
  script.src = address;
  document.head.append(script);
}

addEventListener('error', ({ error, message }) => notice('window', error ?? message));
addEventListener('unhandledrejection', ({ reason }) => notice('promise', reason));
document.addEventListener('vitrine:problem', (event) => {
  const { where, error } = (event as CustomEvent<ErrorBreadcrumb>).detail;
  notice(where, error);
});
