import { type ActionResult, type AdminRequest, requireUser } from '#server/admin/admin-page.ts';
import { saveFiles } from '#server/admin/pages/content/documents/save-files.ts';
import { findingText } from '#server/admin/pages/content/finding-rows.ts';
import type { ReadContent } from '#server/admin/pages/content/model/content.ts';
import { PUBLISH_PAGE } from '#server/admin/pages/content/tools.ts';
import type { Publications } from '#server/site/publications/publications.ts';

/** Where changes of experiments are drafted. */
export interface DraftingPorts {
  readonly publications: Publications;
  readonly read: ReadContent;
  /** Folder of the project. */
  readonly root: string;
  /** All files of the project, by path from its root, as visitors get them. */
  readFiles(): Promise<ReadonlyMap<string, string>>;
}

export interface ExperimentPorts {
  /** `null` for a process that sends the files on disk as they are. */
  readonly drafting: DraftingPorts | null;
  /** Whether a GrowthBook service decides who takes part, with which weights and from when, whatever documents say (X18). */
  readonly hasGrowthBook: boolean;
}

interface DraftOfExperiment {
  readonly name: string;
  readonly files: ReadonlyMap<string, string | null>;
  /** Field of the form that shows a finding at a path of its file, such as `variations[1].weight`; the form as a whole otherwise. */
  readonly fieldAt?: (path: string) => string | undefined;
}

/**
 * Saves files in a draft of their own and leads to the page that reviews and publishes it; visitors get nothing else before. What the
 * rules refuse is said at the form, and no draft stays.
 */
export async function saveInDraft(
  request: AdminRequest,
  { publications }: Pick<DraftingPorts, 'publications'>,
  { name, files, fieldAt = () => undefined }: DraftOfExperiment,
): Promise<ActionResult> {
  const actor = requireUser(request).id;
  const draft = await publications.createDraft({ name, actor });
  const failed = await saveFiles(request, { publications }, { id: draft.id, changes: [] }, files);
  const refused = failed === null ? await findingsOf(publications, { draft: draft.id, files, fieldAt }) : failed;
  if (refused === null) return { to: PUBLISH_PAGE, query: { draft: draft.id, done: 'draftCreated' } };
  await publications.discardDraft({ draft: draft.id, actor });
  return refused === 'retry' ? { errors: {}, message: request.words('content.busy') } : refused;
}

async function findingsOf(
  publications: Pick<Publications, 'check'>,
  { draft, files, fieldAt }: Required<Pick<DraftOfExperiment, 'files' | 'fieldAt'>> & { readonly draft: string },
): Promise<ActionResult | null> {
  const { errors } = await publications.check(draft);
  if (errors.length === 0) return null;
  const atFields: Record<string, string> = {};
  const others: string[] = [];
  for (const finding of errors) {
    const field = files.has(finding.file) ? fieldAt(finding.path) : undefined;
    if (field === undefined) others.push(findingText(finding));
    else atFields[field] ??= finding.message;
  }
  return { errors: atFields, ...(others.length > 0 && { message: others.join(' ') }) };
}
