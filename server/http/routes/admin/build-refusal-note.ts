import type { SectionView } from '#engine/shared/data-view.ts';
import type { PageDecision } from '#engine/decide/types.ts';
import type { StaffTranslator } from '#server/admin/staff-translator.ts';
import type { StoredForm } from './stored-forms.ts';

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

/**
 * Why a form is not sent, and what was typed, to copy or to restore once the permission is back (A1).
 * @param href address of the page that restores it
 */
export function buildLostFormSections(
  { values }: Pick<StoredForm, 'values'>,
  href: string,
  t: StaffTranslator,
): readonly SectionView[] {
  const typed = Object.values(values).filter((value) => value !== '' && value !== 'on');
  return [
    {
      kind: 'note',
      mark: 'stop',
      title: t('refused.ended'),
      text: t('refused.endedText'),
      links: [{ label: t('refused.restore'), href }],
    },
    ...(typed.length === 0 ? [] : [buildTyped(typed.join('\n'), t)]),
  ];
}

const buildTyped = (value: string, t: StaffTranslator): SectionView => ({
  kind: 'copy',
  copy: {
    id: 'typed',
    label: t('refused.typed'),
    value,
    lines: Math.min(20, value.split('\n').length + 1),
    copy: t('content.copyTyped'),
    copied: t('link.copied'),
  },
});
