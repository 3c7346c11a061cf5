import type { FieldView } from '#engine/shared/data-view.ts';
import { wallTimeToEpoch } from '#engine/shared/wall-time.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import { nativeLanguageName } from '#engine/i18n/languages.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';

/** The language and the moment in which a page is previewed. */
export const previewFields = ({ words, locale }: AdminRequest): readonly FieldView[] => [
  {
    name: 'locale',
    label: words('link.language'),
    type: 'select',
    value: locale,
    options: locales.map((each) => ({ value: each, label: nativeLanguageName(each) })),
  },
  {
    name: 'at',
    label: words('content.previewAt'),
    type: 'datetime-local',
    hint: words('content.previewAtHint', { zone: SHOP_ZONE }),
  },
];

/** The moment that was typed, in milliseconds since the epoch; `null` for none, `undefined` for what names none. */
export function readPreviewMoment(wall: string): number | null | undefined {
  try {
    return wall === '' ? null : wallTimeToEpoch(wall, SHOP_ZONE);
  } catch {
    return undefined;
  }
}
