import type { FieldView, SectionView } from '#engine/shared/data-view.ts';
import type { ActionResult, AdminRequest, Fields } from '#server/admin/admin-page.ts';
import type { ScheduledFile } from '#server/site/publications/publications.ts';
import type { ContentNames } from './model/name-content.ts';
import { HISTORY_PAGE } from './tools.ts';

const FIELD = 'scheduled';

/** Scheduled revisions that contain the same files, with a field to confirm that; empty when there are none. */
export function askAboutScheduled(
  { t, href }: AdminRequest,
  files: readonly ScheduledFile[],
  names: ContentNames,
  typed?: Fields,
): { readonly sections: readonly SectionView[]; readonly fields: readonly FieldView[] } {
  if (files.length === 0) return { sections: [], fields: [] };
  return {
    sections: [
      { kind: 'note', mark: 'alert', title: t('publish.held'), text: t('publish.heldText') },
      {
        kind: 'table',
        title: t('publish.scheduled'),
        table: {
          caption: t('publish.held'),
          columns: [{ label: t('publish.heldFile') }, { label: t('history.revision') }, { label: t('publish.at') }],
          rows: files.map(({ path, revision, goesLiveAt }) => ({
            key: `${revision} ${path}`,
            cells: [
              { text: names.file(path), sub: path },
              {
                text: t('history.number', { number: String(revision) }),
                href: href(HISTORY_PAGE, { revision: String(revision) }),
              },
              { text: t.moment(goesLiveAt), mark: 'wait' },
            ],
          })),
          empty: { title: t('publish.noScheduled'), text: '' },
        },
      },
    ],
    fields: [
      {
        name: FIELD,
        label: t('publish.heldAnyway'),
        type: 'checkbox',
        ...(typed?.text(FIELD) === 'on' && { value: 'on' }),
        required: true,
      },
    ],
  };
}

/** Numbers of the confirmed revisions. */
export const readAgreedScheduled = (fields: Fields, files: readonly ScheduledFile[]): readonly number[] =>
  fields.text(FIELD) === 'on' ? [...new Set(files.map(({ revision }) => revision))] : [];

/** Why nothing was published; `null` when the scheduled revisions differ from those that were shown. */
export function checkScheduled(
  { t }: AdminRequest,
  shown: readonly ScheduledFile[],
  conflicts: readonly ScheduledFile[],
): ActionResult | null {
  const fixed = conflicts.filter(({ mayOverride }) => !mayOverride);
  if (fixed.length > 0) {
    const files = [...new Set(fixed.map(({ path }) => path))].join(', ');
    return { errors: {}, message: t('publish.heldExperiments', { files }) };
  }
  return conflicts.length > 0 && shown.length > 0 ? { errors: { [FIELD]: t('publish.heldOpen') } } : null;
}
