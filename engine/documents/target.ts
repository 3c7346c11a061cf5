import { checkNavigation } from '#engine/shared/navigation.ts';
import type { DocumentId } from './types.ts';

/** A parsed target of `schemas/target.schema.json`. */
export type Target =
  | { readonly kind: 'anchor'; readonly block: string }
  | { readonly kind: 'link'; readonly name: string }
  | { readonly kind: 'document'; readonly id: DocumentId }
  /** An absolute URL, or a value that is checked like one. */
  | { readonly kind: 'url' };

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const ANYWHERE = { deployment: { publicOrigin: '' }, config: { navigation: { allowedHosts: [] } } };

/** Parses a target; rules check whether it exists. */
export function parseTarget(target: string): Target {
  // A path of this site is invalid only because of characters that browsers skip or reinterpret.
  const isTreacherous = !checkNavigation(`/${target.replace(/^\/+/, '')}`, ANYWHERE).ok;
  if (isTreacherous || target.startsWith('//')) return { kind: 'url' };
  if (target.startsWith('#')) return { kind: 'anchor', block: target.slice(1) };
  if (target.startsWith('link:')) return { kind: 'link', name: target.slice('link:'.length) };
  return SCHEME.test(target) ? { kind: 'url' } : { kind: 'document', id: target.replace(/[?#].*$/s, '') };
}
