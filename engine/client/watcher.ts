/*
 * Inlined into pages with the client where reports of errors are configured, after the loader, whose policy it uses. Before the
 * first error it loads nothing.
 */
import type { ErrorBreadcrumb, ErrorBuffer } from './errors/error-buffer.ts';

/** More of them before the reporting module is there say nothing new. */
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
  // A page whose loader could not start has no policy to load anything with.
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
