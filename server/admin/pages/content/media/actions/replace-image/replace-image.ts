import type { SectionView } from '#engine/shared/data-view.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import { type AdminRequest, type Fields, requireUser } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { MAX_TRIES, saveFiles } from '../../../documents/save-files.ts';
import { type ContentTools, findDraft, DRAFTS_PAGE, MEDIA_PAGE } from '../../../tools.ts';
import type { LibraryImage } from '../../library.ts';
import { buildFileField, emptyMetadata, imageUpload, readImage } from '../../image-fields.ts';

const NAME = 'replace-picture';

/** Uploads another image and, in a draft, replaces this one in all documents of the site and the draft. */
export const replaceImage = (tools: ContentTools): DeclaredAction =>
  defineFormAction(NAME, {
    permission: 'author',
    page: MEDIA_PAGE,
    upload: imageUpload,
    async run(request, fields) {
      const { t } = request;
      const actor = requireUser(request).id;
      const path = fields.text('picture');
      const read = await readImage(request, tools, fields);
      if ('errors' in read) return read;
      const before = await tools.uploads.read(path);
      const added = await tools.uploads.add({ ...read, metadata: before ?? emptyMetadata, actor });
      if (added.path === path) return { errors: { file: t('media.samePicture') } };
      const id = await draftFor(request, tools, fields);
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const draft = await findDraft(tools, id);
        if (draft === null) return { errors: {}, message: t('draft.gone') };
        const files = await naming(tools, draft.id, path, added.path);
        if (files.size === 0) return { errors: {}, message: t('media.unused') };
        const failed = await saveFiles(request, tools, draft, files);
        if (failed !== 'retry')
          return failed ?? { to: DRAFTS_PAGE, query: { draft: draft.id, done: 'pictureReplaced' } };
      }
      return { errors: {}, message: t('content.busy') };
    },
  });

/** The chosen draft, or a new one. */
async function draftFor(request: AdminRequest, { publications }: ContentTools, fields: Fields): Promise<string> {
  const chosen = fields.text('draft');
  if (chosen !== '') return chosen;
  const name = request.t('media.draftName', { picture: fields.text('picture') }).slice(0, 120);
  return (await publications.createDraft({ name, actor: requireUser(request).id })).id;
}

/** Files that use an image, with the other image in its place. */
async function naming(
  { publications }: ContentTools,
  draft: string,
  path: string,
  by: string,
): Promise<ReadonlyMap<string, string>> {
  const files = await publications.readContent(draft);
  return new Map(
    [...files].flatMap(([file, text]) => {
      const changed = text.replaceAll(JSON.stringify(path), JSON.stringify(by));
      return changed === text ? [] : [[file, changed] as const];
    }),
  );
}

export async function buildReplaceImageForm(
  request: AdminRequest,
  { publications }: ContentTools,
  { path }: LibraryImage,
): Promise<SectionView> {
  const { t } = request;
  const drafts = await publications.listDrafts();
  const form = buildFormView(request, {
    action: NAME,
    title: t('media.replace'),
    text: t('media.replaceText'),
    hidden: { picture: path },
    fields: [
      buildFileField(request, true),
      {
        name: 'draft',
        label: t('draft.draft'),
        type: 'select',
        options: [
          ...drafts.map(({ id, name }) => ({ value: id, label: name })),
          { value: '', label: t('media.newDraft') },
        ],
      },
    ],
    submit: t('media.replace'),
    multipart: true,
  });
  return { kind: 'form', form: { ...form, primary: false } };
}
