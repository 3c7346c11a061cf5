import { UserError } from '#engine/shared/errors.ts';
import { isBlockForm } from '#engine/shared/shown-form.ts';
import { prepareAssets } from '#engine/compile/assets/prepare.ts';
import type { Compiler, FormState, Template } from '#engine/compile/types.ts';
import { listShownForms, selectFieldRules } from '#engine/decide/forms.ts';
import { buildExampleDocument } from '#engine/documents/example-document.ts';
import { resolve } from '#engine/documents/resolve.ts';
import type { Facets, ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { readMailBranding } from '#server/app/mail-branding.ts';
import { loadInlineAttachments } from '#server/platform/mail/theme/inline-attachments.ts';
import { type BuildRecord, readBuildRecord, getReleaseFolder } from '#server/platform/build-record.ts';
import { paths, root } from '#server/platform/paths.ts';
import type { StoredPageRequest } from '#server/site/store/default-pages.ts';
import { readSettings } from '#server/platform/settings/read-settings.ts';
import { listDefaultPages, getDefaultFacets } from '#server/site/store/default-pages.ts';
import { loadBuiltCompiler } from '#server/site/store/built-compiler.ts';
import { createProjectSource } from '#server/site/store/project-source.ts';
import { examples } from '#tests/contract/project.ts';
import { otherSites } from '#tests/helpers/other-sites.ts';
import { mailNames } from '#journeys/registration/members/mail-samples/samples.ts';
import { renderSampleMail } from '#tests/helpers/sample-mails.ts';
import { siteWithTemplates, templates } from '#tests/helpers/templates-site.ts';
import { leaveUnmade } from './pending-images.ts';

type Theme = ResolvedDocument['theme'];

/** Examples are in the default language of the site and by day unless something else is wanted. */
type MakePage = (locale?: Locale, theme?: Theme) => Promise<Template>;

export interface GalleryPage {
  /** Heading in the gallery: a block type or a document id. */
  readonly group: string;
  /** Name of the example, or language. */
  readonly name: string;
  readonly kind: 'example' | 'document' | 'other-site' | 'mail';
  /** A finished page, or what makes one. */
  readonly content: string | MakePage;
  readonly colours: 'light' | 'dark';
}

/** An example shows what its block is there for, also where the address must ask for it. */
const SHOWN = { product: 'asked' } as const;

/** A page for each example of each block, and the project's documents and mails. */
export async function galleryPages(): Promise<readonly GalleryPage[]> {
  const own = await projectSite();
  const compiler = await builtCompiler(await finishedBuild(), own, root);
  const inDocuments = documentPages(own, own, compiler, (request) => request.document);
  return [...(await examplePages()), ...inDocuments, ...mailPages(own)];
}

/** A page for each example of each block. */
export async function examplePages(): Promise<readonly GalleryPage[]> {
  const record = await finishedBuild();
  const own = await projectSite();
  const model = own.documents.get('landings/default');
  if (model === undefined) throw new Error('The site has no default landing.');
  const made = examples.map((example, index) => ({
    ...example,
    day: buildExampleDocument(model, { name: `${index}-day`, block: example.block, theme: 'day' }),
    ink: buildExampleDocument(model, { name: `${index}-ink`, block: example.block, theme: 'ink' }),
  }));
  const documents = new Map([
    ...own.documents,
    ...made.flatMap(({ day, ink }) => [day, ink]).map((document) => [document.id, document] as const),
  ]);
  const site: Site = { ...own, documents };
  const compiler = await builtCompiler(record, site, root);
  return made.map(({ type, name, ...byTheme }): GalleryPage => ({
    group: type,
    name,
    kind: 'example',
    colours: 'light',
    content: (locale = site.config.locales.default, theme = 'day') => {
      const { id } = byTheme[theme];
      const facets = { ...getDefaultFacets(site, id, Date.now()), ...SHOWN };
      return compiler.compile({ site, document: id, locale, variations: [], facets, path: '/' });
    },
  }));
}

/** Every document in every language and state. */
const documentPages = (
  shown: Site,
  site: Site,
  compiler: Compiler,
  groupOf: (request: StoredPageRequest) => string,
  kind: 'document' | 'other-site' = 'document',
): readonly GalleryPage[] =>
  [...listDefaultPages(shown, Date.now())].flatMap((request) =>
    listStates(shown, request).map(([state, facets]): GalleryPage => ({
      group: groupOf(request),
      name: [request.locale, ...state].join(', '),
      kind,
      colours: 'light',
      content: () => compiler.compile({ site, ...request, facets }),
    })),
  );

/** Landings of other sites, made of the same blocks with their own documents, texts and images. */
export async function sitePages(): Promise<readonly GalleryPage[]> {
  const record = await finishedBuild();
  const pages: GalleryPage[] = [];
  for (const other of otherSites()) {
    const compiler = await builtCompiler(record, other.site, other.root);
    pages.push(
      ...documentPages(
        other.site,
        other.site,
        compiler,
        ({ document }) => `other-site ${other.name} ${document}`,
        'other-site',
      ),
    );
  }
  return pages;
}

/** A landing of each template of `npm run new landing -- <name> --template` in this site, in every language, by day and by night. */
export async function templatePages(): Promise<readonly GalleryPage[]> {
  const record = await finishedBuild();
  const folder = siteWithTemplates(root);
  const site = await projectSite(folder);
  const compiler = await builtCompiler(record, site, folder);
  const landings = documentPages(site, site, compiler, ({ document }) => `template ${document}`, 'other-site').filter(
    ({ group }) => templates.some((template) => group === `template landings/${template}`),
  );
  return landings.flatMap((page): readonly GalleryPage[] => [
    page,
    { ...page, name: `${page.name}, at night`, colours: 'dark' },
  ]);
}

/** Every document and landing template in every language as the question of consent lies over it, and once more for each of its forms that was refused. */
export async function consentPages(): Promise<readonly GalleryPage[]> {
  const record = await finishedBuild();
  const folder = siteWithTemplates(root);
  const site = await projectSite(folder);
  const compiler = await builtCompiler(record, site, folder);
  return [...listDefaultPages(site, Date.now())].flatMap((request) => {
    const document = site.documents.get(request.document);
    if (document === undefined || !('consent' in request.facets)) return [];
    const refused = listShownForms(document, site).map((form): FormState => ({
      form,
      values: {},
      errors: Object.fromEntries(
        Object.keys(selectFieldRules(form, site)).map((field) => [
          field,
          isBlockForm(form) ? 'required' : 'errors.codeInvalid',
        ]),
      ),
    }));
    return [undefined, ...refused].map((formState): GalleryPage => ({
      group: request.document,
      name: formState === undefined ? request.locale : `${request.locale}, ${formState.form} refused`,
      kind: 'document',
      colours: 'light',
      content: () => compiler.compile({ site, ...request, formState }),
    }));
  });
}

async function projectSite(folder = root): Promise<Site> {
  const parsed = readSettings({ PORT: '0', LOG_LEVEL: 'silent' });
  if (!parsed.ok) throw new Error('The default settings are not accepted.');
  const result = resolve(await createProjectSource(folder, parsed.settings)());
  if (!result.ok) throw new Error('The documents have mistakes. Run "npm run check".');
  return result.site;
}

async function finishedBuild(): Promise<BuildRecord> {
  process.env.NODE_ENV = 'production';
  const record = await readBuildRecord();
  if (record === null) throw new UserError('There is no finished build. Run "npm run build" first.');
  return record;
}

async function builtCompiler(record: BuildRecord, site: Site, folder: string): Promise<Compiler> {
  const { manifest: assets, pending } = await prepareAssets({
    root: folder,
    site,
    outDir: paths.prepared,
    cacheDir: paths.assetCache,
    later: true,
  });
  leaveUnmade(pending, folder);
  return (await loadBuiltCompiler(getReleaseFolder(record)))({ assets, buildId: record.buildId });
}

/** A document as it is first sent, and once more for each condition of its blocks that does not hold then. The consent strip is answered. */
function listStates(
  site: Site,
  { document, facets }: StoredPageRequest,
): (readonly [state: readonly string[], Facets])[] {
  const first: Facets = 'consent' in facets ? { ...facets, consent: 'refused' } : facets;
  const conditions = (site.documents.get(document)?.blocks ?? []).flatMap(({ when }) => (when ? [when] : []));
  const others = conditions.filter((when) => Object.entries(when).some(([facet, value]) => first[facet] !== value));
  return [
    [[], first],
    ...others.map((when): readonly [readonly string[], Facets] => [Object.values(when), { ...first, ...when }]),
  ];
}

/** Every mail in every language, by day and by night. */
function mailPages(site: Site): readonly GalleryPage[] {
  const { selfContained } = loadInlineAttachments(root, site.brand.mails);
  const sender = { name: site.config.name, branding: (locale: Locale) => readMailBranding(site, locale) };
  return mailNames.flatMap((mail) =>
    site.config.locales.available.flatMap((locale) =>
      (['light', 'dark'] as const).map((colours): GalleryPage => ({
        group: `mail ${mail}`,
        name: colours === 'dark' ? `${locale}, at night` : locale,
        kind: 'mail',
        content: selfContained(renderSampleMail(mail, locale, sender).html),
        colours,
      })),
    ),
  );
}
