import type { FieldView } from '#engine/shared/data-view.ts';
import { wallTimeToEpoch } from '#engine/shared/wall-time.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import { nativeLanguageName } from '#engine/i18n/languages.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';

/** Fields for the language and the time of a preview. */
export const previewFields = ({ t, locale }: AdminRequest): readonly FieldView[] => [
  {
    name: 'locale',
    label: t('link.language'),
    type: 'select',
    value: locale,
    options: locales.map((each) => ({ value: each, label: nativeLanguageName(each) })),
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
    return wall === '' ? null : wallTimeToEpoch(wall, SHOP_ZONE);
  } catch {
    return undefined;
  }
}
