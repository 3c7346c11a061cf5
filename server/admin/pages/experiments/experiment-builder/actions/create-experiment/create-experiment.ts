import type { SectionView } from '#engine/shared/data-view.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { toExperimentPath } from '../../../drafting.ts';
import { buildExperimentDocument, listTestablePages } from '../../experiment-draft.ts';
import type { SplitGeneratorPorts } from '../../ports.ts';
import { readPlannedSite } from '../../read-planned-site.ts';
import { readExperimentDraft } from '../../read-experiment-draft.ts';

const NAME = 'create-experiment';

const BUILDER_PAGE = '/admin/splitgenerator';
/** Options for the start of the experiment. */
const starts = ['paused', 'live'] as const;
/** Hidden field with the query of the page, which holds the whole plan. */
const PLAN = 'plan';

/** A form that saves the experiment described by the address. */
export function buildCreateExperimentForm(request: AdminRequest, hasGrowthBook: boolean): SectionView {
  const { t, query } = request;
  const form = buildFormView(request, {
    action: NAME,
    title: t('experiment.create'),
    text: t(hasGrowthBook ? 'experiment.growthBook' : 'experiment.createText'),
    fields: hasGrowthBook
      ? []
      : [
          {
            name: 'status',
            label: t('experiment.start'),
            type: 'select',
            value: 'paused',
            options: starts.map((value) => ({ value, label: t(`experiment.start.${value}`) })),
          },
        ],
    hidden: { [PLAN]: query.toString() },
    submit: t('experiment.saveInDraft'),
  });
  return { kind: 'form', form };
}

/** Saves the document of a new experiment in a draft. */
export function createExperiment(ports: SplitGeneratorPorts): DeclaredAction {
  const { drafting, clock } = ports;
  if (drafting === null) return { actions: {} };
  return defineFormAction(NAME, {
    permission: 'author',
    page: BUILDER_PAGE,
    async run(request, fields) {
      const plan = new URLSearchParams(fields.text(PLAN));
      const { site, draft: drafted } = await readPlannedSite(plan, ports);
      const page = site === null ? undefined : listTestablePages(site).find((each) => each === plan.get('page'));
      if (site === null || page === undefined) return { to: BUILDER_PAGE };
      const { available } = createRouteTable(site);
      const { t } = request;
      const { draft, errors } = readExperimentDraft({ query: plan, t }, site, page, {
        available,
        now: clock.now(),
      });
      if (draft === null) return refused(request, plan, Object.values(errors));
      const status = starts.find((each) => each === fields.text('status')) ?? 'paused';
      const file = toExperimentPath(draft.key);
      // This process may not have loaded the newest publication yet.
      const files = await drafting.readFiles(drafted?.id);
      if (files.has(file)) return refused(request, plan, [t('split.keyTaken')]);
      const document = { ...buildExperimentDocument(draft, available), status };
      const saved = await drafting.save(request, {
        name: t('experiment.draftName', { experiment: draft.key }),
        draft: drafted?.id,
        files: new Map([[file, `${JSON.stringify(document, null, 2)}\n`]]),
      });
      if (!('errors' in saved)) return saved;
      const { errors: atFields, message = '' } = saved;
      return refused(request, plan, [message, ...Object.values(atFields)]);
    },
  });
}

/** Redirects to the plan, whose address holds all values. */
function refused({ t, href }: AdminRequest, plan: URLSearchParams, reasons: readonly string[]): ActionResult {
  const back = { label: t('experiment.backToPlan'), href: href(BUILDER_PAGE, Object.fromEntries(plan)) };
  const text = reasons.filter((reason) => reason !== '').join(' ');
  return {
    shown: [{ kind: 'note', mark: 'stop', title: t('experiment.outdated'), text, links: [back] }],
  };
}
