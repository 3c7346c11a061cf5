import type { SectionView } from '#engine/shared/data-view.ts';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import { type DeclaredAction, definePreviewedAction } from '#server/admin/admin-action.ts';
import type { AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import type { ConclusionResult } from '../../compute-conclusion.ts';
import { concludeInWorker } from '../../conclude-in-worker.ts';
import { RESULTS_PAGE, type ResultsPorts } from '../../ports.ts';
import { isOver } from '../../../drafting.ts';

interface Conclusion {
  readonly key: string;
  /** `null`: the tested page stays unchanged. */
  readonly winner: string | null;
  /** Content of the saved files; `null` deletes one. */
  readonly files: readonly (readonly [path: string, text: string | null])[];
}

/** The action that previews it. */
export const CONCLUDE = 'preview-conclude-experiment';

export const mayConclude = ({ user }: AdminRequest, experiment: ResolvedExperiment): boolean =>
  !isOver(experiment) && user?.permissions.includes('author') === true;

/** Form to promote a variation; empty for an ended phase. */
export function buildConcludeSections(request: AdminRequest, experiment: ResolvedExperiment): readonly SectionView[] {
  const { t } = request;
  const { key, variations } = experiment;
  if (!mayConclude(request, experiment)) return [];
  const form = buildFormView(request, {
    action: CONCLUDE,
    title: t('results.end'),
    text: t('experiment.endText'),
    fields: [
      {
        name: 'winner',
        label: t('experiment.winner'),
        type: 'select',
        options: variations.map((variation, index) => ({
          value: variation.key,
          label: index === 0 ? t('experiment.control', { variation: variation.key }) : variation.key,
        })),
      },
    ],
    hidden: { experiment: key },
    submit: t('preview.show'),
  });
  return [{ kind: 'form', form: { ...form, primary: false } }];
}

/** Promotes a variation and removes the experiment in a draft, after a preview of all pages that change (N4). */
export function concludeExperiment({
  drafting,
  documents,
}: Pick<ResultsPorts, 'drafting' | 'documents'>): DeclaredAction {
  if (drafting === null) return { actions: {} };
  return definePreviewedAction<Conclusion>({
    name: 'conclude-experiment',
    permission: 'author',
    page: RESULTS_PAGE,
    async preview(request, fields) {
      const { t } = request;
      const key = fields.text('experiment');
      const { experiments = [], deployment } = documents() ?? {};
      const experiment = experiments.find((each) => each.key === key);
      const index = experiment?.variations.findIndex((each) => each.key === fields.text('winner')) ?? -1;
      const chosen = experiment?.variations[index];
      if (experiment === undefined || chosen === undefined || deployment === undefined)
        return { answer: { to: RESULTS_PAGE } };
      const { root } = drafting;
      const winner = index === 0 ? null : chosen.key;
      const conclusion = await concludeInWorker({ root, deployment, key, winner, files: await drafting.readFiles() });
      if (!conclusion.file.isPatch) return { answer: { shown: [refusal(request, conclusion)] } };
      return {
        state: { key, winner, files: [...conclusion.files] },
        sections: previewSections(request, experiment, chosen.key, conclusion),
        form: {
          submit: t('experiment.saveInDraft'),
          text: t('experiment.endDraftText'),
          hidden: { experiment: key, winner: chosen.key },
        },
      };
    },
    run: (request, _fields, { key, files }) =>
      drafting.save(request, {
        name: request.t('experiment.endDraftName', { experiment: key }),
        files: new Map(files),
      }),
  });
}

function refusal({ t }: AdminRequest, { file }: ConclusionResult): SectionView {
  return { kind: 'note', mark: 'stop', title: t('experiment.cannotEnd'), text: file.body };
}

function previewSections(
  { t }: AdminRequest,
  { key, document }: ResolvedExperiment,
  winner: string,
  { files, changedPages, retained }: ConclusionResult,
): readonly SectionView[] {
  return [
    {
      kind: 'facts',
      title: t('results.end'),
      facts: [
        { label: t('results.experiment'), value: key },
        { label: t('split.page'), value: document },
        { label: t('experiment.winner'), value: winner },
        ...retained.map(({ document: stays, namedBy }) => ({
          label: t('experiment.retained'),
          value: t('experiment.namedBy', { document: stays, by: namedBy }),
        })),
      ],
    },
    {
      kind: 'table',
      title: t('draft.files'),
      table: {
        caption: t('draft.files'),
        columns: [{ label: t('experiment.file') }, { label: t('content.state') }],
        rows: [...files].map(([path, text]) => ({
          key: path,
          cells: [{ text: path }, { text: t(text === null ? 'experiment.removed' : 'experiment.changed') }],
        })),
        empty: { title: t('list.nothing'), text: '' },
      },
    },
    {
      kind: 'table',
      title: t('experiment.otherPages'),
      table: {
        caption: t('experiment.otherPages'),
        columns: [{ label: t('split.page') }, { label: t('experiment.before') }, { label: t('experiment.after') }],
        rows: changedPages.flatMap(({ document: page, locale, differences }) =>
          differences.map(({ where, before, after }) => ({
            key: `${page} ${locale ?? ''} ${where}`,
            cells: [
              { text: page, sub: [locale?.toUpperCase(), where].filter(Boolean).join(' · ') },
              { text: before ?? '–' },
              { text: after ?? '–' },
            ],
          })),
        ),
        empty: { title: t('experiment.noOtherPages'), text: '' },
      },
    },
  ];
}
