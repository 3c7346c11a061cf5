import { constants, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { InternalError } from '#engine/shared/errors.ts';

/**
 * Lets threads that answer visitors go before this worker thread. Only Linux has priorities of threads (setpriority(2)); elsewhere the whole
 * process would be slowed down, so nothing is changed there.
 */
export function lowerThreadPriority(): void {
  if (isMainThread) throw new InternalError('Only a worker thread may go last: this one answers visitors.');
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not every container lets a process do so; then threads are equal.
  }
}
