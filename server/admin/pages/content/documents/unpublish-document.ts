import type { SectionView } from '#engine/base/data-view.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import { identify } from '#engine/documents/written.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { formView } from '#server/admin/form.ts';
import { previewed } from '#server/admin/preview.ts';
import { type Content, fileOf } from '../model/content.ts';
import { CONTENT_PAGE, type ContentTools, DRAFTS_PAGE, draftOfForm } from '../tools.ts';
import { saveFiles } from './save-files.ts';

/** Files that name a document in a text of theirs: a link, a fragment, a base, an experiment. */
function namesOf({ files }: Pick<Content, 'files'>, id: DocumentId): readonly string[] {
  const isNamed = (text: string): boolean => text.includes(`"${id}"`) || text.includes(`"${id}#`);
  return [...files].flatMap(([path, text]) => (path !== fileOf(id) && isNamed(text) ? [path] : []));
}

/** Documents that the server itself needs. */
const fixed: ReadonlySet<string> = new Set(['site', 'brand', 'journey']);

const mayUnpublish = (id: DocumentId): boolean => !fixed.has(identify(fileOf(id))?.kind ?? 'site');

/** The button that shows what unpublishing a document would break. */
export function unpublishForm(request: AdminRequest, draft: string, document: DocumentId): readonly SectionView[] {
  const { words } = request;
  if (!mayUnpublish(document)) return [];
  const form = formView(request, {
    action: 'preview-unpublish-document',
    title: words('unpublish.title'),
    text: words('unpublish.text'),
    hidden: { draft, document },
    submit: words('preview.show'),
  });
  return [{ kind: 'form', form: { ...form, primary: false } }];
}

/** Takes a document away in a draft. */
export const unpublishDocument = (tools: ContentTools) =>
  previewed<{ readonly draft: string; readonly document: DocumentId; readonly names: readonly string[] }>({
    name: 'unpublish-document',
    permission: 'author',
    page: CONTENT_PAGE,
    async preview(request, fields) {
      const { words, href } = request;
      const [draft, document] = [await draftOfForm(tools, fields), fields.text('document')];
      if (draft === null) return { answer: { errors: {}, message: words('draft.gone') } };
      const content = await tools.read(draft.id);
      if (!content.documents.has(document) || !mayUnpublish(document)) return { answer: { to: CONTENT_PAGE } };
      const names = namesOf(content, document);
      const sections: readonly SectionView[] = [
        { kind: 'note', mark: 'alert', title: words('unpublish.preview', { document }), text: words('unpublish.text') },
        {
          kind: 'table',
          title: words('unpublish.names'),
          table: {
            caption: words('unpublish.names'),
            columns: [{ label: words('content.file') }],
            rows: names.map((path) => {
              const id = identify(path)?.id;
              const link =
                id === undefined ? {} : { href: href(CONTENT_PAGE, { document: id, draft: draft.id, part: 'json' }) };
              return { key: path, cells: [{ text: path, ...link }] };
            }),
            empty: { title: words('unpublish.noNames'), text: '' },
          },
        },
      ];
      return {
        state: { draft: draft.id, document, names },
        sections,
        form: { submit: words('unpublish.submit'), danger: true, hidden: { draft: draft.id, document } },
      };
    },
    async run(request, fields, { document }) {
      const draft = await draftOfForm(tools, fields);
      if (draft === null) return null;
      const failed = await saveFiles(request, tools, draft, new Map([[fileOf(document), null]]));
      if (failed === 'retry') return null;
      return failed ?? { to: DRAFTS_PAGE, query: { draft: draft.id, done: 'documentRemoved' } };
    },
  });
