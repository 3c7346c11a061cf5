import type { DeclaredAction } from '#server/admin/admin-action.ts';
import { createPreviewLinkActions } from '../../../preview-links.ts';
import { type ContentTools, DRAFTS_PAGE } from '../../../tools.ts';

export const draftLinks = {
  page: DRAFTS_PAGE,
  create: 'create-draft-preview',
  revoke: 'revoke-draft-preview',
} as const;

/** Creates and revokes preview links of a draft. */
export const draftPreviews = (tools: ContentTools): DeclaredAction => ({
  actions: createPreviewLinkActions(tools, draftLinks),
});
