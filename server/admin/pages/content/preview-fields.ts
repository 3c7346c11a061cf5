import type { FieldView } from '#engine/shared/data-view.ts';
import { toEpoch } from '#engine/shared/wall-time.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';

/** Fields for the language and the time of a preview. */
export const buildPreviewFields = ({ t, locale }: AdminRequest): readonly FieldView[] => [
  {
    name: 'locale',
    label: t('link.language'),
    type: 'select',
    value: locale,
    options: locales.map((each) => ({ value: each, label: getNativeLanguageName(each) })),
  },
  {
    name: 'at',
    label: t('content.previewAt'),
    type: 'datetime-local',
    hint: t('content.previewAtHint', { zone: SHOP_ZONE }),
  },
];

/** The entered time in milliseconds since the epoch; `null` for none, `undefined` when invalid. */
export function readPreviewMoment(wall: string): number | null | undefined {
  try {
    return wall === '' ? null : toEpoch(wall, SHOP_ZONE);
  } catch {
    return undefined;
  }
}
