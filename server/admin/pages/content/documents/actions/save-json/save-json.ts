import type { SectionView } from '#engine/shared/data-view.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { toDocumentPath } from '../../../model/content.ts';
import { mergeEdit } from '../../../model/merge-edit.ts';
import {
  CONTENT_PAGE,
  type ContentTools,
  readFormDraft,
  MAX_CONTENT_BODY,
  buildTypedSections,
} from '../../../tools.ts';
import { MAX_TRIES, saveFiles } from '../../save-files.ts';

const NAME = 'save-json';

/** Maximum characters of a document in the form: the body holds it before and after the edit, and encoding can double its size. */
const MAX_EDITED = MAX_CONTENT_BODY / 5;

interface FormOfJson {
  readonly draft: string;
  readonly document: DocumentId;
  /** Content of the file when the form was rendered. */
  readonly was: string;
  readonly value: string;
}

/** The whole file as text. */
export function buildJsonForm(request: AdminRequest, { draft, document, was, value }: FormOfJson): SectionView {
  const { t } = request;
  if (was.length > MAX_EDITED) return { kind: 'note', mark: 'off', title: t('content.tooLong') };
  return {
    kind: 'form',
    form: {
      ...buildFormView(request, {
        action: NAME,
        title: toDocumentPath(document),
        fields: [{ name: 'json', label: t('content.part.json'), type: 'textarea', rows: 30, isCode: true, value }],
        hidden: { draft, document, was },
        submit: t('content.save'),
      }),
      draft: { unsaved: t('content.unsaved'), discard: t('content.discardTyped') },
    },
  };
}

/** Saves the file of a document as typed. Text that is not JSON is shown again in the form; other errors are findings. */
export function saveJson(tools: ContentTools): DeclaredAction {
  return defineFormAction(NAME, {
    permission: 'author',
    page: CONTENT_PAGE,
    maxBody: MAX_CONTENT_BODY,
    restoresAll: true,
    async run(request, fields) {
      const { t } = request;
      const document = fields.text('document');
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const draft = await readFormDraft(tools, fields);
        if (draft === null) return { errors: {}, message: t('draft.gone') };
        const written = (await tools.read(draft.id)).documents.get(document);
        if (written === undefined) return { errors: {}, message: t('content.blockGone') };
        const now = written.source.text;
        const [was, typed] = [fields.text('was'), fields.text('json')];
        const value = mergeEdit({ was, now, typed });
        if (value === null)
          return { shown: conflictSections(request, { draft: draft.id, document, was, now, value: typed }) };
        const failed =
          value === now
            ? null
            : await saveFiles(request, tools, draft, new Map([[toDocumentPath(document), value]]), 'json');
        if (failed === 'retry') continue;
        const done = value === now ? 'nothingChanged' : 'documentSaved';
        return failed ?? { to: CONTENT_PAGE, query: { document, draft: draft.id, part: 'json', done } };
      }
      return { errors: {}, message: t('content.busy') };
    },
    async again(request, fields) {
      const draft = await readFormDraft(tools, fields);
      const document = fields.text('document');
      if (draft === null)
        return { shown: buildTypedSections(request, [{ label: document, value: fields.text('json') }]) };
      return {
        shown: [
          buildJsonForm(request, { draft: draft.id, document, was: fields.text('was'), value: fields.text('json') }),
        ],
      };
    },
  });
}

function conflictSections(
  request: AdminRequest,
  { now, ...form }: FormOfJson & { readonly now: string },
): readonly SectionView[] {
  const { t } = request;
  const version = (id: string, label: string, value: string): SectionView => ({
    kind: 'copy',
    copy: { id, label, value, lines: 12, copy: t('split.copy'), copied: t('link.copied') },
  });
  return [
    { kind: 'note', mark: 'alert', title: t('conflict.title'), text: t('conflict.text') },
    version('version-before', t('conflict.base'), form.was),
    version('version-theirs', t('conflict.theirs'), now),
    buildJsonForm(request, { ...form, was: now }),
  ];
}
