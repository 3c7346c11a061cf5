import type { AppError } from './app-error.ts';

/** Data on its way (C5): `idle` → `pending` → `success` or `error`, and from there `pending` again. */
export type AsyncState<Data> =
  | { readonly status: 'idle' }
  | { readonly status: 'pending' }
  | { readonly status: 'success'; readonly data: Data }
  | { readonly status: 'error'; readonly error: AppError };

/** Whether a state may follow another one. */
function mayFollow(from: AsyncState<unknown>['status'], to: AsyncState<unknown>['status']): boolean {
  return to === 'pending' ? from !== 'pending' : to === 'idle' ? from !== 'pending' : from === 'pending';
}

/** @throws when the step is impossible: a second start while the first one runs, or an end without a start */
export function changeState<Data>(from: AsyncState<Data>, to: AsyncState<Data>): AsyncState<Data> {
  if (!mayFollow(from.status, to.status))
    throw new DOMException(`The state "${to.status}" cannot follow "${from.status}".`, 'InvalidStateError');
  return to;
}
