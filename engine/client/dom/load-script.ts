import { reportProblem } from './problems.ts';
import { trustScript } from './trust-script.ts';

/** Loads an optional script; failures are reported. */
export function loadScript(where: string, url: string): void {
  const script = document.createElement('script');
  script.src = trustScript(url);
  script.addEventListener('error', () => reportProblem(where, new Error(`${url} did not load.`)));
  document.head.append(script);
}
