import { adminActions } from '#schemas/generated/admin-actions/content/documents.ts';
import { createActions } from '#server/admin/admin-action.ts';
import { type AdminPage, buildViewQuery } from '#server/admin/admin-page.ts';
import { type ContentTools, findDraft, buildGoneNote } from '../tools.ts';
import {
  FROM_TEMPLATE,
  TEMPLATE_IMAGE,
  buildTemplateForm,
  sendTemplateImage,
} from './actions/create-template-landing/create-template-landing.ts';
import { buildDocumentList } from './build-document-list.ts';
import { buildDocumentPage } from './build-document-page.ts';
import { PREVIEW, createPagePreview } from './page-preview.ts';
import { RULE_PAGE, rulePage } from './rule-page.ts';

/** The list of documents with their state, and the editor of one in a draft (P13). */
export function createContentPage(tools: ContentTools): AdminPage {
  return {
    queries: {
      content: buildViewQuery('author', async (request) => {
        const { query } = request;
        const [id, named] = [query.get('document') ?? '', query.get('draft')];
        const draft = await findDraft(tools, named);
        if (named !== null && named !== '' && draft === null) return { sections: [buildGoneNote(request)] };
        if (query.get('new') === FROM_TEMPLATE) return buildTemplateForm(request, tools, draft);
        return id === '' ? buildDocumentList(request, tools, draft) : buildDocumentPage(request, tools, { id, draft });
      }),
    },
    actions: createActions(adminActions, tools).actions,
    downloads: {
      [PREVIEW]: createPagePreview(tools),
      [TEMPLATE_IMAGE]: sendTemplateImage(tools),
      [RULE_PAGE]: rulePage,
    },
  };
}
