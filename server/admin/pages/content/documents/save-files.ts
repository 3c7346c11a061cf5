import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';
import { requireUser } from '#server/admin/admin-page.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { findingText } from '../finding-rows.ts';
import type { ContentTools } from '../tools.ts';

/** Forms look at what others saved meanwhile, and try again this often when one is quicker. */
export const MAX_TRIES = 3;

/**
 * Saves files of a draft, by path; `null` deletes one. Each that was saved stays saved when a later one is not: to save the
 * same again changes nothing.
 *
 * @param field of the form that a mistake in a file is reported at
 * @returns what to answer; `null` when all are saved, `retry` when somebody else saved one of them meanwhile
 */
export async function saveFiles(
  request: AdminRequest,
  { publications }: Pick<ContentTools, 'publications'>,
  draft: Draft,
  files: ReadonlyMap<string, string | null>,
  field = '',
): Promise<ActionResult | 'retry' | null> {
  const { words } = request;
  const actor = requireUser(request).id;
  for (const [path, content] of files) {
    const version = draft.changes.find((each) => each.path === path)?.version ?? 0;
    const saved = await publications.saveFile({ draft: draft.id, path, content, version, actor });
    if (saved.code === 'CONFLICT') return 'retry';
    if (saved.code === 'NO_DRAFT') return { errors: {}, message: words('draft.gone') };
    if (saved.code === 'REFUSED') {
      const reasons = saved.findings.map(findingText).join(' ');
      const message = `${words(`content.refused.${saved.reason}`)} ${reasons}`.trim();
      return field === '' ? { errors: {}, message } : { errors: { [field]: message } };
    }
  }
  return null;
}
