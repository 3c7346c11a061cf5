import type { FormView, ViewLink } from '#engine/shared/data-view.ts';
import { escapeHtml } from '#engine/shared/escape.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import type { AdminRequest, Download } from '#server/admin/admin-page.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { describeFinding } from '../finding-rows.ts';
import { buildPreviewFields, readPreviewMoment } from '../preview-fields.ts';
import { type ContentTools, findDraft } from '../tools.ts';

export const PREVIEW = 'draft-page';

/** Link to the page of a draft in the language of the request, at the present time. */
export function buildPreviewHref(request: AdminRequest, document: string, { id }: Draft): ViewLink {
  const { t, locale, fileHref } = request;
  return { label: t('content.preview'), href: fileHref(PREVIEW, { document, draft: id, locale }) };
}

/** Form for the same in another language or at another time. */
export function buildPreviewForm(request: AdminRequest, document: string, { id }: Draft): FormView {
  const { t, fileHref } = request;
  return {
    id: 'preview',
    title: t('content.preview'),
    text: t('content.previewText'),
    method: 'get',
    action: fileHref(PREVIEW),
    hidden: { document, draft: id },
    fields: buildPreviewFields(request),
    submit: t('content.preview'),
  };
}

/** A page of a draft as a first visitor would get it; without scripts and forms, so that nothing is counted or stored. */
export function createPagePreview(tools: ContentTools): Download {
  const { publications, clock } = tools;
  return {
    permission: 'author',
    async load({ query, t }) {
      const draft = await findDraft(tools, query.get('draft'));
      const locale = locales.find((each) => each === query.get('locale'));
      if (draft === null || locale === undefined) return null;
      const now = readPreviewMoment(query.get('at') ?? '') ?? clock.now();
      const outcome = await publications.render(draft.id, { document: query.get('document') ?? '', locale, now });
      if (outcome.code === 'NO_PAGE') return null;
      const body =
        outcome.code === 'RENDERED' ? outcome.html : buildRefusal(t('content.previewRefused'), outcome.findings);
      return { name: PREVIEW, type: 'text/html', shows: 'page', body };
    },
  };
}

/** A page in place of one that has errors. */
export function buildRefusal(title: string, findings: readonly Finding[]): string {
  const items = findings.map((finding) => `<li>${escapeHtml(`${finding.file}:${describeFinding(finding)}`)}</li>`);
  return `<!doctype html><meta charset="utf-8"><title>${escapeHtml(title)}</title><h1>${escapeHtml(title)}</h1><ul>${items.join('')}</ul>`;
}
