import type { Finding } from '#engine/shared/finding.ts';
import { type ActionResult, type AdminRequest, requireUser } from '#server/admin/admin-page.ts';
import { isContentPath } from '#server/site/publications/content-path.ts';
import type { PublishedProject } from '#server/site/publications/ports.ts';
import type { Publications } from '#server/site/publications/publications.ts';
import { saveFiles } from './documents/save-files.ts';
import { describeFinding } from './finding-rows.ts';
import { PUBLISH_PAGE } from './tools.ts';

interface Published {
  readonly publications: Publications;
  readonly project: Pick<PublishedProject, 'root' | 'files'>;
}

interface NewDraft {
  readonly name: string;
  /** Content by path from the project's root; `null` deletes a file. */
  readonly files: ReadonlyMap<string, string | null>;
  /** Field of the form at which a finding is shown, with a message of its own where the finding's does not fit; default: the form as a whole. */
  readonly toField?: (finding: Finding) => { readonly field: string; readonly message?: string } | undefined;
}

/** Drafts created by other admin pages, with all their files at once. */
export const createNewDrafts = ({ publications, project }: Published) => ({
  /** Folder of the project. */
  root: project.root,

  /** All live files of the project, by path from its root. */
  async readFiles(): Promise<ReadonlyMap<string, string>> {
    const [build, content] = await Promise.all([project.files(), publications.readContent()]);
    return new Map([...[...build].filter(([path]) => !isContentPath(path)), ...content]);
  },

  /** Saves files in a new draft and redirects to the page that reviews and publishes it. Rejected content is reported in the form, and no draft is created. */
  async save(request: AdminRequest, { name, files, toField = () => undefined }: NewDraft): Promise<ActionResult> {
    const actor = requireUser(request).id;
    const { id } = await publications.createDraft({ name, actor });
    const failed = await saveFiles(request, { publications }, { id, changes: [] }, files);
    const refused = failed ?? (await checkDraft(publications, id, { files, toField }));
    if (refused === null) return { to: PUBLISH_PAGE, query: { draft: id, done: 'draftCreated' } };
    await publications.discardDraft({ draft: id, actor });
    return refused === 'retry' ? { errors: {}, message: request.t('content.busy') } : refused;
  },
});

async function checkDraft(
  publications: Pick<Publications, 'check'>,
  draft: string,
  { files, toField }: Required<Pick<NewDraft, 'files' | 'toField'>>,
): Promise<ActionResult | null> {
  const { errors } = await publications.check(draft);
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
