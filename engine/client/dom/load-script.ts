import { reportProblem } from './problems.ts';
import { trustedScript } from './trusted-script.ts';

/** Loads a script that the page does without: it is reported when it does not come. */
export function loadScript(where: string, url: string): void {
  const script = document.createElement('script');
  script.src = trustedScript(url);
  script.addEventListener('error', () => reportProblem(where, new Error(`${url} did not load.`)));
  document.head.append(script);
}
