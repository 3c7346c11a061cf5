import type { AppError } from './app-error.ts';

/** State of loading (C5): `idle` → `pending` → `success` or `error`, from where it may become `pending` again. */
export type AsyncState<Data> =
  | { readonly status: 'idle' }
  | { readonly status: 'pending' }
  | { readonly status: 'success'; readonly data: Data }
  | { readonly status: 'error'; readonly error: AppError };

/** Allowed transitions. */
function mayFollow(from: AsyncState<unknown>['status'], to: AsyncState<unknown>['status']): boolean {
  return to === 'pending' ? from !== 'pending' : to === 'idle' ? from !== 'pending' : from === 'pending';
}

/** @throws for an impossible transition: starting while pending, or ending without a start */
export function changeState<Data>(from: AsyncState<Data>, to: AsyncState<Data>): AsyncState<Data> {
  if (!mayFollow(from.status, to.status))
    throw new DOMException(`The state "${to.status}" cannot follow "${from.status}".`, 'InvalidStateError');
  return to;
}
