import type { FormPreview } from '#engine/documents/forms/form-views.ts';
import type { PageForm, PageVersion, PreviewConditions } from './protocol.ts';

/** What a page is shown in: as on a first visit with consent answered, or with one thing other than that. */
export type ComparedStateName = 'start' | 'consent' | 'dark' | FormPreview;

export interface ComparedState {
  readonly name: ComparedStateName;
  /** The block of the form. */
  readonly block?: string;
}

/** States that a page has. */
export const listPageStates = ({ forms }: Pick<PageVersion, 'forms'>): readonly ComparedState[] => [
  { name: 'start' },
  { name: 'consent' },
  { name: 'dark' },
  ...forms.flatMap(({ block, views }) => views.map((name) => ({ name, block }))),
];

/** The form of a state, for a page with several; `undefined` otherwise. */
export const findStateForm = ({ forms }: Pick<PageVersion, 'forms'>, block: string | undefined): PageForm | undefined =>
  forms.length > 1 ? forms.find((each) => each.block === block) : undefined;

export interface ShownState {
  readonly conditions: PreviewConditions;
  readonly isDark: boolean;
}

/** How a state is shown. @param chosen what was chosen for the whole view */
export function showState(
  { name, block }: ComparedState,
  { conditions: { at, consent }, isDark }: ShownState,
): ShownState {
  switch (name) {
    case 'start':
      return { conditions: { at, consent }, isDark };
    case 'consent':
      return { conditions: { at, consent: 'unknown' }, isDark };
    case 'dark':
      return { conditions: { at, consent }, isDark: true };
    default:
      return { conditions: { at, consent, form: name, ...(block !== undefined && { formBlock: block }) }, isDark };
  }
}
