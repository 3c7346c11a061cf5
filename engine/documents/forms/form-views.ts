import type { FormPhase } from '#engine/shared/shown-form.ts';
import { isObject } from '../json.ts';

/** What a preview shows of a form: the errors of an entry without answers, answers, or a text in place of the fields. */
export const formViews = ['errors', 'filled', 'sent', 'full', 'confirm', 'confirmed'] as const satisfies readonly (
  | 'errors'
  | 'filled'
  | FormPhase
)[];

export type FormPreview = (typeof formViews)[number];

/** A view of the form in a block. */
export interface BlockFormPreview {
  /** Id of the block. */
  readonly block: string;
  readonly view: FormPreview;
}

/** The views that a form has. @param written its form document, absent for a form of a journey, which leads to other pages */
export function listFormViews(
  written?: Readonly<Partial<Record<'sent' | 'confirm' | 'places', unknown>>>,
): readonly FormPreview[] {
  const { sent, confirm, places } = written ?? {};
  const confirmed = isObject(confirm) ? confirm['confirmed'] : undefined;
  const shows: Readonly<Record<FormPreview, boolean>> = {
    errors: true,
    filled: true,
    // With confirmation by mail, `sent` is what asks for it.
    sent: showsInline(sent),
    full: isObject(places),
    confirm: isObject(confirm),
    confirmed: showsInline(confirmed),
  };
  return formViews.filter((view) => shows[view]);
}

const showsInline = (thanks: unknown): boolean => isObject(thanks) && thanks['show'] === 'inline';
