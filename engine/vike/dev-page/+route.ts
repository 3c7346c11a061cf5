import type { PageContext } from 'vike/types';
import { findPart } from './parts.ts';

/** `/dev` and its parts; other addresses below belong to the server. */
export default function route({
  urlPathname,
}: PageContext): false | { readonly routeParams: { readonly part: string } } {
  const part = findPart(urlPathname);
  return part === null ? false : { routeParams: { part } };
}
