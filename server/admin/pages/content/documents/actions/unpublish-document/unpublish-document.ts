import type { SectionView } from '#engine/shared/data-view.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import { identify } from '#engine/documents/written.ts';
import { type DeclaredAction, definePreviewedAction } from '#server/admin/admin-action.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { getPageAddress, type Content, listAddresses, toDocumentPath } from '../../../model/content.ts';
import { nameContent } from '../../../model/name-content.ts';
import {
  updateRedirectsAfterRemoval,
  listDestinations,
  readRedirects,
  writeRedirects,
} from '../../../model/redirects.ts';
import { CONTENT_PAGE, type ContentTools, DRAFTS_PAGE, readFormDraft } from '../../../tools.ts';
import { buildDestinationField } from '../../build-destination-field.ts';
import { saveFiles } from '../../save-files.ts';

/** Files whose texts name a document: as link, fragment, base or in an experiment. */
function findReferences({ files }: Pick<Content, 'files'>, id: DocumentId): readonly string[] {
  const isNamed = (text: string): boolean => text.includes(`"${id}"`) || text.includes(`"${id}#`);
  return [...files].flatMap(([path, text]) => (path !== toDocumentPath(id) && isNamed(text) ? [path] : []));
}

/** Documents that the server itself requires. */
const fixed: ReadonlySet<string> = new Set(['site', 'brand', 'journey']);

const mayUnpublish = (id: DocumentId): boolean =>
  id.startsWith('brands/') || !fixed.has(identify(toDocumentPath(id))?.kind ?? 'site');

/** The button that shows what unpublishing a document would break. */
export function buildUnpublishForm(
  request: AdminRequest,
  content: Content,
  draft: string,
  document: DocumentId,
): readonly SectionView[] {
  const { t } = request;
  if (!mayUnpublish(document)) return [];
  const hasAddress = getPageAddress(content, document) !== null;
  const [label, none] = [t('unpublish.destination'), t('unpublish.notFound')];
  const form = buildFormView(request, {
    action: 'preview-unpublish-document',
    title: t('unpublish.title'),
    text: t('unpublish.text'),
    fields: hasAddress ? [buildDestinationField(request, content, { label, none, not: document })] : [],
    hidden: { draft, document },
    submit: t('preview.show'),
  });
  return [{ kind: 'form', form: { ...form, primary: false } }];
}

interface Unpublication {
  readonly draft: string;
  readonly document: DocumentId;
  /** Redirect target of its address; empty for none. */
  readonly destination: string;
  readonly names: readonly string[];
}

/** The site document without redirects to the removed document, and with a redirect from its address where a target was chosen. */
async function redirectFiles(
  { read }: Pick<ContentTools, 'read'>,
  content: Content,
  { document, destination }: Pick<Unpublication, 'document' | 'destination'>,
): Promise<ReadonlyMap<string, string>> {
  const former = listAddresses(await read(), document);
  const gone = { document, former, destination: destination === '' ? null : destination };
  return writeRedirects(content, updateRedirectsAfterRemoval(readRedirects(content), gone));
}

/** Removes a document in a draft. */
export const unpublishDocument = (tools: ContentTools): DeclaredAction =>
  definePreviewedAction<Unpublication>({
    name: 'unpublish-document',
    permission: 'author',
    page: CONTENT_PAGE,
    async preview(request, fields) {
      const { t, href } = request;
      const [draft, document] = [await readFormDraft(tools, fields), fields.text('document')];
      if (draft === null) return { answer: { errors: {}, message: t('draft.gone') } };
      const content = await tools.read(draft.id);
      if (!content.documents.has(document) || !mayUnpublish(document)) return { answer: { to: CONTENT_PAGE } };
      const wanted = fields.text('destination');
      const to = listDestinations(content, document).find(({ id }) => id === wanted);
      const destination = to?.id ?? '';
      const named = nameContent(t, content);
      const redirects = await redirectFiles(tools, content, { document, destination });
      const names = findReferences({ files: new Map([...content.files, ...redirects]) }, document);
      const text = to === undefined ? t('unpublish.text') : t('unpublish.redirected', { address: to.address });
      const sections: readonly SectionView[] = [
        { kind: 'note', mark: 'alert', title: t('unpublish.preview', { document: named.document(document) }), text },
        {
          kind: 'table',
          title: t('unpublish.names'),
          table: {
            caption: t('unpublish.names'),
            columns: [{ label: t('content.file') }],
            rows: names.map((path) => {
              const id = identify(path)?.id;
              const link =
                id === undefined ? {} : { href: href(CONTENT_PAGE, { document: id, draft: draft.id, part: 'json' }) };
              return { key: path, cells: [{ text: named.file(path), sub: path, ...link }] };
            }),
            empty: { title: t('unpublish.noNames'), text: '' },
          },
        },
      ];
      return {
        state: { draft: draft.id, document, destination, names },
        sections,
        form: { submit: t('unpublish.submit'), danger: true, hidden: { draft: draft.id, document, destination } },
      };
    },
    async run(request, fields, { document, destination }) {
      const draft = await readFormDraft(tools, fields);
      if (draft === null) return null;
      const redirects = await redirectFiles(tools, await tools.read(draft.id), { document, destination });
      const files = new Map<string, string | null>([...redirects, [toDocumentPath(document), null]]);
      const failed = await saveFiles(request, tools, draft, files);
      if (failed === 'retry') return null;
      return failed ?? { to: DRAFTS_PAGE, query: { draft: draft.id, done: 'documentRemoved' } };
    },
  });
