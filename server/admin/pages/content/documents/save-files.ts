import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';
import { requireUser } from '#server/admin/admin-page.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { describeFinding } from '../finding-rows.ts';
import type { ContentTools } from '../tools.ts';

/** Forms are checked against concurrent saves; attempts before a conflict is reported. */
export const MAX_TRIES = 3;

/**
 * Saves files of a draft, all or none; `null` deletes one.
 *
 * @param field of the form at which an error in a file is reported
 * @returns the response on failure; `null` on success, `retry` when another user saved one of the files meanwhile
 */
export async function saveFiles(
  request: AdminRequest,
  { publications }: Pick<ContentTools, 'publications'>,
  draft: Pick<Draft, 'id' | 'changes'>,
  files: ReadonlyMap<string, string | null>,
  field = '',
): Promise<ActionResult | 'retry' | null> {
  const { t } = request;
  const edits = [...files].map(([path, content]) => ({
    path,
    content,
    version: draft.changes.find((each) => each.path === path)?.version ?? 0,
  }));
  const saved = await publications.saveFiles({ draft: draft.id, files: edits, actor: requireUser(request).id });
  switch (saved.code) {
    case 'SAVED':
      return null;
    case 'CONFLICT':
      return 'retry';
    case 'NO_DRAFT':
      return { errors: {}, message: t('draft.gone') };
    case 'REFUSED': {
      const reasons = saved.findings.map(describeFinding).join(' ');
      const message = `${t(`content.refused.${saved.reason}`)} ${reasons}`.trim();
      return field === '' ? { errors: {}, message } : { errors: { [field]: message } };
    }
  }
}
