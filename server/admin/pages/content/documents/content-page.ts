import { type AdminPage, viewQuery } from '#server/admin/admin-page.ts';
import { type ContentTools, draftIn, goneNote } from '../tools.ts';
import { copyDocument } from './copy-document.ts';
import { documentList } from './document-list.ts';
import { documentPage } from './document-page.ts';
import { createTemplateLanding, FROM_TEMPLATE, TEMPLATE_IMAGE, templateForm, templateImage } from './from-template.ts';
import { PREVIEW, pagePreview } from './page-preview.ts';
import { saveJson } from './json-form.ts';
import { saveRedirect } from './redirect-form.ts';
import { saveImage } from './pictures-form.ts';
import { saveSettings } from './settings-form.ts';
import { saveTexts } from './texts-form.ts';
import { unpublishDocument } from './unpublish-document.ts';

/** Documents with their state, and the editor of one in a draft (P13). */
export function contentPage(tools: ContentTools): AdminPage {
  const unpublish = unpublishDocument(tools);
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
    actions: {
      'save-texts': saveTexts(tools),
      'save-settings': saveSettings(tools),
      'save-picture': saveImage(tools),
      'save-redirect': saveRedirect(tools),
      'save-json': saveJson(tools),
      'copy-document': copyDocument(tools),
      'create-from-template': createTemplateLanding(tools),
      'preview-unpublish-document': unpublish.preview,
      'unpublish-document': unpublish.run,
    },
    downloads: { [PREVIEW]: pagePreview(tools), [TEMPLATE_IMAGE]: templateImage(tools) },
  };
}
