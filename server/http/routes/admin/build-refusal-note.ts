import type { SectionView } from '#engine/shared/data-view.ts';
import type { PageDecision } from '#engine/decide/types.ts';
import type { StaffTranslator } from '#server/admin/staff-translator.ts';

/** Why a staff user sees the dashboard instead of the requested page (Z5). */
export function buildRefusalNote(
  { outcome }: Pick<PageDecision, 'outcome'>,
  t: StaffTranslator,
): readonly SectionView[] {
  if (outcome === 'requested') return [];
  const [title, text] =
    outcome === 'denied'
      ? (['refused.permission', 'refused.permissionText'] as const)
      : (['refused.nowhere', 'refused.nowhereText'] as const);
  return [{ kind: 'note', mark: 'stop', title: t(title), text: t(text) }];
}
