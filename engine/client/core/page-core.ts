import { reportProblem } from '../parts/problems.ts';
import { type ClientCore, createClientCore } from './index.ts';

let core: ClientCore | null = null;

/** The one client core of the page, whichever module asks first. */
export function pageCore(basePath: string): ClientCore {
  core ??= createClientCore({ basePath, onError: (error, operation) => reportProblem(`graphql ${operation}`, error) });
  return core;
}
