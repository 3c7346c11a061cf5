import type { Finding } from '#engine/shared/finding.ts';
import { buildDocument } from '#engine/documents/build-document.ts';
import type { Site } from '#engine/documents/types.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { type ActionResult, type AdminRequest, requireUser } from '#server/admin/admin-page.ts';
import { isContentPath } from '#server/site/publications/content-path.ts';
import type { PublishedProject } from '#server/site/publications/ports.ts';
import type { Draft, Publications } from '#server/site/publications/publications.ts';
import { saveFiles } from './documents/save-files.ts';
import { describeFinding } from './finding-rows.ts';
import { type Content, createContentReader } from './model/content.ts';
import { findDraft, PUBLISH_PAGE } from './tools.ts';

interface Published {
  readonly publications: Publications;
  readonly project: Pick<PublishedProject, 'root' | 'files'>;
}

interface NewDraft {
  readonly name: string;
  /** Default: a new one. */
  readonly draft?: string | undefined;
  /** Content by path from the project's root; `null` deletes a file. */
  readonly files: ReadonlyMap<string, string | null>;
  /** Field of the form at which a finding is shown, with a message of its own where the finding's does not fit; default: the form as a whole. */
  readonly toField?: (finding: Finding) => { readonly field: string; readonly message?: string } | undefined;
}

/** Drafts created by other admin pages, with all their files at once. */
export const createNewDrafts = ({ publications, project }: Published) => ({
  /** Folder of the project. */
  root: project.root,

  /** All files of the project, live or with a draft applied, by path from its root. */
  async readFiles(draft?: string): Promise<ReadonlyMap<string, string>> {
    const [build, content] = await Promise.all([project.files(), publications.readContent(draft)]);
    return new Map([...[...build].filter(([path]) => !isContentPath(path)), ...content]);
  },

  /** The site with the pages and texts of a draft, for plans: nothing is rendered with it. */
  async readSite(site: Site, id: string) {
    const draft = await findDraft({ publications }, id);
    if (draft === null) return null;
    const content = await createContentReader(publications)(id);
    return { draft: { id, name: draft.name }, site: applyDraft(site, draft, content) };
  },

  /** Saves files in a draft and redirects to the page that reviews and publishes it. Rejected content is reported in the form, and not saved. */
  async save(
    request: AdminRequest,
    { name, draft, files, toField = () => undefined }: NewDraft,
  ): Promise<ActionResult> {
    const actor = requireUser(request).id;
    if (draft !== undefined) return saveInDraft(request, publications, { draft, files, toField });
    const { id } = await publications.createDraft({ name, actor });
    const failed = await saveFiles(request, { publications }, { id, changes: [] }, files);
    const refused = failed ?? (await checkDraft(publications, id, { files, toField }));
    if (refused === null) return { to: PUBLISH_PAGE, query: { draft: id, done: 'draftCreated' } };
    await publications.discardDraft({ draft: id, actor });
    return refused === 'retry' ? { errors: {}, message: request.t('content.busy') } : refused;
  },
});

/** Saves new files in an existing draft, whose other findings do not matter here. */
async function saveInDraft(
  request: AdminRequest,
  publications: Publications,
  { draft: id, files, toField }: Required<Pick<NewDraft, 'files' | 'toField'>> & { readonly draft: string },
): Promise<ActionResult> {
  const draft = await findDraft({ publications }, id);
  if (draft === null) return { errors: {}, message: request.t('draft.gone') };
  const written = [...files].flatMap(([path, content]) => (content === null ? [] : [[path, content] as const]));
  const { errors } = await publications.check(id, new Map(written));
  const own = errors.filter(({ file }) => files.has(file));
  const refused = describeErrors(own, { files, toField }) ?? (await saveFiles(request, { publications }, draft, files));
  if (refused === 'retry') return { errors: {}, message: request.t('content.busy') };
  return refused ?? { to: PUBLISH_PAGE, query: { draft: id, done: 'draftCreated' } };
}

/** Documents and texts of a draft in place of those of the site. */
function applyDraft(site: Site, { changes }: Draft, { expanded, texts }: Content): Site {
  const changed = new Set(changes.map(({ path }) => path));
  const own = [...expanded.values()].filter(
    ({ written, sources }) => written.kind !== 'fragment' && sources.some(({ file }) => changed.has(file)),
  );
  const removed = new Set(changes.flatMap(({ path, content }) => (content === null ? [path] : [])));
  const unchanged = [...site.documents].filter(([, { file }]) => !removed.has(file));
  const byLocale = locales.map((locale) => {
    const drafted = [...texts.keys].flatMap(([key, versions]) => {
      const text = versions.get(locale)?.text;
      return text === undefined ? [] : [[key, text] as const];
    });
    return [locale, new Map([...(site.texts.get(locale) ?? []), ...drafted])] as const;
  });
  return {
    ...site,
    documents: new Map([...unchanged, ...own.map((document) => [document.id, buildDocument(document)] as const)]),
    texts: new Map(byLocale),
  };
}

async function checkDraft(
  publications: Pick<Publications, 'check'>,
  draft: string,
  form: Required<Pick<NewDraft, 'files' | 'toField'>>,
): Promise<ActionResult | null> {
  return describeErrors((await publications.check(draft)).errors, form);
}

/** Findings at the fields of a form; `null` without one. */
function describeErrors(
  errors: readonly Finding[],
  { files, toField }: Required<Pick<NewDraft, 'files' | 'toField'>>,
): ActionResult | null {
  if (errors.length === 0) return null;
  const atFields: Record<string, string> = {};
  const others: string[] = [];
  for (const finding of errors) {
    const own = files.has(finding.file) ? toField(finding) : undefined;
    if (own === undefined) others.push(describeFinding(finding));
    else atFields[own.field] ??= own.message ?? finding.message;
  }
  return { errors: atFields, ...(others.length > 0 && { message: others.join(' ') }) };
}
