import type { FieldView, SectionView } from '#engine/shared/data-view.ts';
import type { AdminRequest, Fields } from '#server/admin/admin-page.ts';
import type { Change } from './model/changes.ts';
import type { Content } from './model/content.ts';
import { listRunningExperiments, readLivePhase } from './model/touched-experiments.ts';

/** Notes and questions for a user who changes what running experiments show (X17). */
export interface PhaseQuestions {
  readonly sections: readonly SectionView[];
  readonly fields: readonly FieldView[];
  /** Keys of the experiments in question. */
  readonly asked: readonly string[];
}

const choices = ['keep', 'new'] as const;

/**
 * Lists the running experiments that show changed content, and asks for each whether a new phase begins; not where the change itself begins one.
 *
 * @param contents live content before and after
 */
export function askAboutPhases(
  { t }: AdminRequest,
  { before, after }: { readonly before: Content; readonly after: Content },
  changes: readonly Change[],
  typed?: Fields,
): PhaseQuestions {
  const experiments = listRunningExperiments(before, after, changes);
  if (experiments.length === 0) return { sections: [], fields: [], asked: [] };
  const asked = experiments.filter((key) => readLivePhase(before, key) === readLivePhase(after, key));
  const title = t('publish.experiments', { experiments: experiments.join(', ') });
  const options = [
    { value: '', label: t('publish.phase.choose') },
    ...choices.map((value) => ({ value, label: t(`publish.phase.${value}`) })),
  ];
  return {
    sections: [{ kind: 'note', mark: 'alert', title, text: t('publish.experimentsText') }],
    fields: asked.map((key) => ({
      name: `phase-${key}`,
      label: t('publish.phase', { experiment: key }),
      type: 'select',
      value: typed?.text(`phase-${key}`) ?? '',
      options,
      required: true,
    })),
    asked,
  };
}

/** The answers: experiments that begin a new phase, or fields without an answer. */
export function readPhaseAnswers(
  { t }: AdminRequest,
  fields: Fields,
  asked: readonly string[],
): { readonly newPhases: readonly string[]; readonly errors: Readonly<Record<string, string>> } {
  const answers = asked.map((key) => [key, choices.find((each) => each === fields.text(`phase-${key}`))] as const);
  const open = answers.filter(([, answer]) => answer === undefined);
  return {
    newPhases: answers.flatMap(([key, answer]) => (answer === 'new' ? [key] : [])),
    errors: Object.fromEntries(open.map(([key]) => [`phase-${key}`, t('publish.phase.open')])),
  };
}
