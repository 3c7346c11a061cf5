import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Gives back memory that V8 would keep until it needs the room. Stops the process for some 60 ms where the heap holds 100 MB, so it is
 * for rare moments after much was let go of.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
}
