import type { DeclaredAction } from '#server/admin/admin-action.ts';
import { createPreviewLinkActions } from '../../../preview-links.ts';
import { type ContentTools, HISTORY_PAGE } from '../../../tools.ts';

export const siteLinks = { page: HISTORY_PAGE, create: 'create-site-preview', revoke: 'revoke-site-preview' } as const;

/** Creates and revokes preview links of the live content. */
export const sitePreviews = (tools: ContentTools): DeclaredAction => ({
  actions: createPreviewLinkActions(tools, siteLinks),
});
