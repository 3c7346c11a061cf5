import type { PreviewResponse } from '#engine/studio/protocol.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import { requireUser } from '#server/admin/admin-page.ts';
import { readNames } from '../../../people.ts';
import { CONTENT_PAGE, type ContentTools, MAX_CONTENT_BODY, readFormDraft } from '../../../tools.ts';
import { answerStudio } from '../../answer-studio.ts';
import { applyTextEdits, readEdits } from '../../edits.ts';
import { listAcceptedPins, buildOutline } from '../../open-document.ts';
import { listDrifts, listPlacedFindings } from '../../studio-findings.ts';
import { toFrameMarkup } from '../../frame-markup.ts';
import { findRecentColleague } from '../../find-recent-colleague.ts';
import { readLocale, readPageView } from '../../read-page-view.ts';
import { readMergedVariant, writeEditedFiles } from '../../variant-files.ts';

const NAME = 'studio-preview';

/** Renders the page with unsaved edits, and returns its findings. */
export function studioPreview(tools: ContentTools): DeclaredAction {
  return defineFormAction(NAME, {
    permission: 'author',
    page: CONTENT_PAGE,
    maxBody: MAX_CONTENT_BODY,
    repeatable: true,
    async run(request, fields) {
      const draft = await readFormDraft(tools, fields);
      const locale = readLocale(fields.text('locale'));
      if (draft === null || locale === undefined) return answerStudio<PreviewResponse>({ code: 'GONE' });
      const edits = readEdits(fields.content('edits'));
      const stored = await tools.read(draft.id);
      const written = await writeEditedFiles(tools, draft.id, edits.files);
      const files = new Map([...written.files, ...applyTextEdits(stored.files, edits.texts).files]);
      const page = readPageView(tools, locale, fields.text);
      const content = edits.files.length === 0 ? stored : await tools.read(draft.id, files);
      const pins = listAcceptedPins(content, page.document);
      const outcome = await tools.publications.render(draft.id, page, new Map([...files, ...pins]));
      // A document that cannot be read has findings; its stored one shows where.
      const expanded = content.expanded.get(page.document) ?? stored.expanded.get(page.document);
      if (expanded === undefined || outcome.code === 'NO_PAGE') return answerStudio<PreviewResponse>({ code: 'GONE' });
      const { file } = expanded.written;
      const isMerged = readMergedVariant(
        edits.files.some(({ path }) => path === file) ? content : stored,
        page.document,
      );
      const outline = content.expanded.has(page.document) && { outline: buildOutline(expanded, isMerged !== null) };
      const findings = [
        ...written.problems,
        ...listPlacedFindings({ content, expanded, isMerged: isMerged !== null, findings: outcome.findings }),
        ...listDrifts([...pins.keys()].filter((path) => path !== file)),
      ];
      const getName = await readNames(tools.staff, request);
      const user = requireUser(request).id;
      const colleague = findRecentColleague(draft.changes, { user, now: tools.clock.now(), getName });
      const facts = { findings, colleague, ...outline };
      return answerStudio<PreviewResponse>(
        outcome.code === 'RENDERED' && written.problems.length === 0
          ? { code: 'RENDERED', html: toFrameMarkup(outcome.html), ...facts }
          : { code: 'REFUSED', ...facts },
      );
    },
  });
}
