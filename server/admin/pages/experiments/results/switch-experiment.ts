import type { SwitchExperimentOutcome } from '#schemas/generated/graphql/resolvers.ts';
import { type DeclaredAction, defineAdminAction, declareTextInput } from '#server/admin/admin-action.ts';
import { readStopped } from '#server/site/experiments/switches.ts';
import { RESULTS_PAGE, type ResultsPorts } from './ports.ts';

/** The experiment to stop or resume: between preview and submission, a release may reuse its key. */
interface SwitchPreview {
  readonly key: string;
  readonly document: string;
  readonly phase: number;
  readonly variations: readonly string[];
}

/** Stops or resumes an experiment on all servers. */
export function switchAction({ database, documents, switchExperiment }: ResultsPorts, stops: boolean): DeclaredAction {
  const name = stops ? 'stop' : 'start';
  return defineAdminAction({
    name: `${name}-experiment`,
    permission: 'publish',
    page: RESULTS_PAGE,
    input: { experiment: declareTextInput(200) },
    preview: {
      async find({
        experiment,
      }): Promise<{ readonly state: SwitchPreview } | { readonly answer: SwitchExperimentOutcome['code'] }> {
        const found = documents()?.experiments.find((each) => each.key === experiment);
        if (found === undefined) return { answer: 'UNKNOWN' };
        const { key, document, phase, variations } = found;
        if ((await readStopped(database.db)).has(key) === stops) return { answer: 'UNCHANGED' };
        return { state: { key, document, phase, variations: variations.map((variation) => variation.key) } };
      },
      show: ({ t }, { key, document, phase, variations }) => ({
        sections: [
          {
            kind: 'facts',
            title: t(`results.${name}`),
            facts: [
              { label: t('results.experiment'), value: key },
              { label: t('split.page'), value: document },
              { label: t('results.phase'), value: t.number(phase) },
              { label: t('results.variations'), value: variations.join(', ') },
            ],
          },
        ],
        form: {
          text: t(`results.${name}Text`),
          submit: t(`results.${name}Now`),
          danger: stops,
          hidden: { experiment: key },
        },
      }),
    },
    run: async ({ experiment }, { actor }) =>
      (await switchExperiment({ experiment, stops, actor })) ? 'CHANGED' : 'UNCHANGED',
    respond: (_request, answer, { experiment }) =>
      answer === 'UNKNOWN'
        ? { to: RESULTS_PAGE }
        : { to: RESULTS_PAGE, query: { experiment, done: stops ? 'experimentStopped' : 'experimentStarted' } },
    operation: {
      name: `${name}Experiment`,
      idempotentOutcomes: ['CHANGED'],
      data: (code): SwitchExperimentOutcome => ({ code }),
    },
  });
}
