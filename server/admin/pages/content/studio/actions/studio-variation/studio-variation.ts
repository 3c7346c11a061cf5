import type { VariationResponse } from '#engine/studio/protocol.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import { requireUser } from '#server/admin/admin-page.ts';
import { describeFinding } from '../../../finding-rows.ts';
import { toDocumentPath } from '../../../model/content.ts';
import { createVariant } from '../../../model/create-variant.ts';
import { slugPattern } from '../../../model/patterns.ts';
import { CONTENT_PAGE, type ContentTools, readFormDraft } from '../../../tools.ts';
import { answerStudio } from '../../answer-studio.ts';

const NAME = 'studio-variation';

/** Creates a variant of the opened landing in its draft, to be shown by an experiment. */
export function studioVariation(tools: ContentTools): DeclaredAction {
  return defineFormAction(NAME, {
    permission: 'author',
    page: CONTENT_PAGE,
    async run(request, fields) {
      const { t } = request;
      const refuse = (message: string) => answerStudio<VariationResponse>({ code: 'REFUSED', message });
      const draft = await readFormDraft(tools, fields);
      if (draft === null) return refuse(t('draft.gone'));
      const content = await tools.read(draft.id);
      const source = content.documents.get(fields.text('document'));
      if (source?.kind !== 'landing') return refuse(t('content.blockGone'));
      const name = fields.text('name');
      const id = `${source.id.slice(0, source.id.lastIndexOf('/') + 1)}${name}`;
      if (!slugPattern.test(name)) return refuse(t('settings.malformed', { hint: t('copy.nameHint') }));
      if (content.files.has(toDocumentPath(id))) return refuse(t('copy.taken', { document: id }));
      const files = [...createVariant(source, id)].map(([path, text]) => ({ path, content: text, version: 0 }));
      const saved = await tools.publications.saveFiles({ draft: draft.id, files, actor: requireUser(request).id });
      switch (saved.code) {
        case 'SAVED':
          return answerStudio<VariationResponse>({ code: 'CREATED', document: id });
        case 'REFUSED':
          return refuse(saved.findings.map(describeFinding).join(' '));
        case 'CONFLICT':
          return refuse(t('copy.taken', { document: id }));
        case 'NO_DRAFT':
          return refuse(t('draft.gone'));
      }
    },
  });
}
