import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { listStrings } from '#engine/documents/json.ts';
import { buildLanding, SITE_FILE } from '#engine/documents/landing-templates/build-landing.ts';
import {
  type LandingTemplate,
  listTemplates,
  readTemplate,
} from '#engine/documents/landing-templates/read-template.ts';
import { InternalError } from '#engine/shared/errors.ts';
import { memoizePer } from '#engine/shared/once-per.ts';
import { isReserved } from '#engine/shared/reserved.ts';
import type { DataView } from '#engine/shared/data-view.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import { type AdminRequest, type Download, requireUser, type ShownImage } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { root } from '#server/platform/paths.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { emptyMetadata } from '../../../media/image-fields.ts';
import type { Content } from '../../../model/content.ts';
import { fillText } from '../../../model/fill-text.ts';
import { slugPattern } from '../../../model/patterns.ts';
import { CONTENT_PAGE, type ContentTools, findDraft } from '../../../tools.ts';
import { saveFiles } from '../../save-files.ts';

const NAME = 'create-from-template';

/** Name of the thumbnails of templates among the downloads of the page. */
export const TEMPLATE_IMAGE = 'template-picture';

/** Value of `new` in the address of the form. */
export const FROM_TEMPLATE = 'template';

/** All templates by name; they are part of the release and cached for its lifetime. */
const readTemplates = memoizePer(
  (library): ReadonlyMap<string, LandingTemplate> =>
    new Map(listTemplates(library).map((name) => [name, readTemplate(library, name)])),
);

/** The form that creates a landing from a template, in the draft or in a new one. */
export async function buildTemplateForm(
  request: AdminRequest,
  { publications, read }: ContentTools,
  draft: Draft | null,
): Promise<DataView> {
  const { t, fileHref } = request;
  const siteName = String((await read(draft?.id)).documents.get('site')?.value['name']);
  const options = [...readTemplates(root).values()].map((template) => ({
    value: template.name,
    label: findTitle(template, request.locale, siteName) ?? template.name,
    image: fileHref(TEMPLATE_IMAGE, { template: template.name }),
  }));
  const drafts = draft === null ? await publications.listDrafts() : [draft];
  const form = buildFormView(request, {
    action: NAME,
    title: t('template.title'),
    text: t('template.text'),
    fields: [
      { name: 'template', label: t('template.choose'), type: 'pictures', value: options[0]?.value ?? '', options },
      { name: 'name', label: t('template.name'), type: 'text', hint: t('template.nameHint'), required: true },
      {
        name: 'draft',
        label: t('draft.draft'),
        type: 'select',
        value: draft?.id ?? '',
        options: [
          { value: '', label: t('media.newDraft') },
          ...drafts.map(({ id, name }) => ({ value: id, label: name })),
        ],
      },
    ],
    submit: t('copy.submit'),
  });
  const back = {
    label: t('content.caption'),
    href: request.href(CONTENT_PAGE, draft === null ? {} : { draft: draft.id }),
  };
  return {
    sections: [
      { kind: 'ways', links: [back] },
      { kind: 'form', form },
    ],
  };
}

/** Title of the page of a template. */
function findTitle({ texts, claims }: LandingTemplate, locale: Locale, site: string): string | null {
  const title = (texts.get(locale) ?? texts.get('en'))?.['meta.title'];
  return typeof title === 'string' ? fillText(title, { locale, claims, site }) : null;
}

/** Creates a landing from a template in a draft, with its form, texts and claims; its images become uploads. */
export function createTemplateLanding(tools: ContentTools): DeclaredAction {
  return defineFormAction(NAME, {
    permission: 'author',
    page: CONTENT_PAGE,
    async run(request, fields) {
      const { t } = request;
      const actor = requireUser(request).id;
      const name = fields.text('name');
      const template = readTemplates(root).get(fields.text('template'));
      if (template === undefined) return { errors: { template: t('template.none') } };
      const chosen = fields.text('draft');
      const draft = chosen === '' ? null : await findDraft(tools, chosen);
      if (chosen !== '' && draft === null) return { errors: {}, message: t('draft.gone') };
      const content = await tools.read(draft?.id);
      const mistake = nameMistake(request, content, template, name);
      if (mistake !== null) return { errors: { name: mistake } };
      const images = await uploadImages(tools, template, actor);
      const { created, changed } = buildLanding(template, {
        name,
        site: content.files.get(SITE_FILE) ?? '{}',
        documents: [...content.documents.keys()],
        today: new Date(tools.clock.now()).toISOString().slice(0, 10),
        imagePath: (file) => images.get(file) ?? file,
      });
      const { id, changes } = draft ?? {
        ...(await tools.publications.createDraft({ name: t('template.draftName', { name }), actor })),
        changes: [],
      };
      const failed = await saveFiles(request, tools, { id, changes }, new Map([...created, ...changed]));
      if (failed !== null && draft === null) await tools.publications.discardDraft({ draft: id, actor });
      if (failed === 'retry') return { errors: {}, message: t('content.busy') };
      const query = {
        document: `landings/${name}`,
        draft: id,
        part: 'texts',
        block: '',
        new: '',
        done: 'documentCreated',
      };
      return failed ?? { to: CONTENT_PAGE, query };
    },
  });
}

function nameMistake(
  { t }: AdminRequest,
  content: Content,
  { documents }: LandingTemplate,
  name: string,
): string | null {
  if (!slugPattern.test(name)) return t('settings.malformed', { hint: t('template.nameHint') });
  const path = `/${name}`;
  if (isReserved(path)) return t('template.reserved', { address: path });
  const ids = [...documents.keys()].map((kind) => `${kind}s/${name}`);
  const taken = content.documentsByAddress.get(path) ?? ids.find((id) => content.documents.has(id));
  if (taken !== undefined) return t('copy.taken', { document: taken });
  const texts = [...content.files.keys()].find((file) => file.startsWith('locales/') && file.endsWith(`/${name}.json`));
  return texts === undefined ? null : t('copy.taken', { document: texts });
}

/** Stores the images of the template as uploads, so that staff can replace them like all others. */
async function uploadImages(
  { uploads, images }: ContentTools,
  { folder, images: files }: LandingTemplate,
  actor: string,
): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>();
  for (const file of files) {
    const outcome = await images.normalise(join(folder, 'images', file));
    if (outcome.code !== 'TAKEN') throw new InternalError(`${folder}/images/${file} is not an image: ${outcome.code}.`);
    const { path } = await uploads.add({ image: outcome.image, name: file, metadata: emptyMetadata, actor });
    paths.set(file, path);
  }
  return paths;
}

/** The first image of a template, scaled to at most 320 pixels. */
export const sendTemplateImage = ({ images }: ContentTools): Download => {
  const made = new LRUCache<string, Promise<Uint8Array | null>>({ max: 50 });
  return { permission: 'author', load };

  async function load({ query }: AdminRequest): Promise<ShownImage | null> {
    const template = readTemplates(root).get(query.get('template') ?? '');
    if (template === undefined) return null;
    const making = made.get(template.name) ?? makeThumbnail(template);
    made.set(template.name, making);
    const image = await making;
    return image && { type: 'image/webp', image };
  }

  async function makeThumbnail({ folder, documents, images: files }: LandingTemplate): Promise<Uint8Array | null> {
    const shown = listStrings(documents.get('landing') ?? {});
    const first = shown.map((text) => text.replace('images/template/', '')).find((file) => files.includes(file));
    if (first === undefined) return null;
    const outcome = await images.normalise(join(folder, 'images', first));
    return outcome.code === 'TAKEN' ? outcome.image.thumbnail : null;
  }
};
