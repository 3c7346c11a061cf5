import type { DocumentId } from '../types.ts';

/** Key of a brand's font in `ResolveInput.fonts`: the role for the brand of the site, with the id for others. */
export const buildFontKey = (brand: DocumentId, role: string): string =>
  brand === 'brand' ? role : `${brand} ${role}`;
