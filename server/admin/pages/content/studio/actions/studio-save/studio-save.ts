import type { SaveResponse } from '#engine/studio/protocol.ts';
import { parseObject } from '#engine/documents/json.ts';
import { isMergedVariant } from '#engine/documents/variants/merged-variant.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import { type Fields, requireUser } from '#server/admin/admin-page.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { describeFinding } from '../../../finding-rows.ts';
import { CONTENT_PAGE, type ContentTools, MAX_CONTENT_BODY, readFormDraft } from '../../../tools.ts';
import { answerStudio } from '../../answer-studio.ts';
import { applyTextEdits, readEdits } from '../../edits.ts';
import { getFileVersion } from '../../open-document.ts';
import { isUnedited, readStudioText, writeEditedFiles } from '../../variant-files.ts';

const NAME = 'studio-save';
/** Attempts to merge texts with concurrent saves. */
const MAX_TRIES = 3;

/** Saves edits in the draft, all or none. */
export function studioSave(tools: ContentTools): DeclaredAction {
  return defineFormAction(NAME, {
    permission: 'author',
    page: CONTENT_PAGE,
    maxBody: MAX_CONTENT_BODY,
    repeatable: true,
    async run(request, fields) {
      const actor = requireUser(request).id;
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const draft = await readFormDraft(tools, fields);
        if (draft === null) return answerStudio<SaveResponse>({ code: 'GONE' });
        const done = await saveOnce(tools, draft, fields, actor);
        if (done !== 'retry') return answerStudio<SaveResponse>(done);
      }
      return answerStudio<SaveResponse>({ code: 'REFUSED', message: request.t('content.busy') });
    },
  });
}

async function saveOnce(
  tools: ContentTools,
  draft: Draft,
  fields: Fields,
  actor: string,
): Promise<SaveResponse | 'retry'> {
  const edits = readEdits(fields.content('edits'));
  const stored = await tools.read(draft.id);
  const { files } = stored;
  const { files: textFiles, conflicts } = applyTextEdits(files, edits.texts);
  const outdated = edits.files.filter(
    (edit) => getFileVersion(draft, edit.path) !== edit.version && !isUnedited(stored, edit),
  );
  if (outdated.length > 0 || conflicts.length > 0)
    return {
      code: 'CONFLICT',
      files: outdated.map(({ path, content }) => ({
        path,
        text: readStudioText(stored, path, isMergedVariant(parseObject(content))),
        version: getFileVersion(draft, path),
      })),
      texts: conflicts.map(({ key, locale, now }) => ({ key, locale, value: now })),
    };
  const { files: editedFiles, problems } = await writeEditedFiles(tools, draft.id, edits.files);
  const [problem] = problems;
  if (problem !== undefined) return { code: 'REFUSED', message: problem.message };
  const changed = new Map([...editedFiles, ...textFiles]);
  const saved = [...changed].flatMap(([path, content]) =>
    files.get(path) === content ? [] : [{ path, content, version: getFileVersion(draft, path) }],
  );
  const outcome = await tools.publications.saveFiles({ draft: draft.id, files: saved, actor });
  switch (outcome.code) {
    case 'SAVED': {
      const written = new Set(saved.map(({ path }) => path));
      const versions = edits.files.map(({ path }) => [path, getFileVersion(draft, path) + (written.has(path) ? 1 : 0)]);
      return { code: 'SAVED', versions: Object.fromEntries(versions) };
    }
    case 'CONFLICT':
      return 'retry';
    case 'NO_DRAFT':
      return { code: 'GONE' };
    case 'REFUSED':
      return { code: 'REFUSED', message: outcome.findings.map(describeFinding).join(' ') };
  }
}
