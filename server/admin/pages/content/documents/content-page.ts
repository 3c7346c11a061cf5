import { adminActions } from '#schemas/generated/admin-actions/content/documents.ts';
import { createActions } from '#server/admin/admin-action.ts';
import { type AdminPage, viewQuery } from '#server/admin/admin-page.ts';
import { type ContentTools, draftIn, goneNote } from '../tools.ts';
import {
  FROM_TEMPLATE,
  TEMPLATE_IMAGE,
  templateForm,
  templateImage,
} from './actions/create-template-landing/create-template-landing.ts';
import { documentList } from './document-list.ts';
import { documentPage } from './document-page.ts';
import { PREVIEW, pagePreview } from './page-preview.ts';

/** The list of documents with their state, and the editor of one in a draft (P13). */
export function contentPage(tools: ContentTools): AdminPage {
  return {
    queries: {
      content: viewQuery('author', async (request) => {
        const { query } = request;
        const [id, named] = [query.get('document') ?? '', query.get('draft')];
        const draft = await draftIn(tools, named);
        if (named !== null && named !== '' && draft === null) return { sections: [goneNote(request)] };
        if (query.get('new') === FROM_TEMPLATE) return templateForm(request, tools, draft);
        return id === '' ? documentList(request, tools, draft) : documentPage(request, tools, { id, draft });
      }),
    },
    actions: createActions(adminActions, tools).actions,
    downloads: { [PREVIEW]: pagePreview(tools), [TEMPLATE_IMAGE]: templateImage(tools) },
  };
}
