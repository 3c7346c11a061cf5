import type { DataView, FieldView, FormView, SectionView } from '#engine/shared/data-view.ts';
import type { DocumentId, Site } from '#engine/documents/types.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import { createRouteTable } from '#engine/routing/route-table.ts';
import { adminActions } from '#schemas/generated/admin-actions/experiments/experiment-builder.ts';
import { createActions } from '#server/admin/admin-action.ts';
import { type AdminRequest, type AdminPage, buildViewQuery } from '#server/admin/admin-page.ts';
import { buildMetricFields, readMetrics } from '../metric-fields.ts';
import { buildCreateExperimentForm } from './actions/create-experiment/create-experiment.ts';
import { nameDevice } from '../results/value-names.ts';
import {
  nameDeviceField,
  nameLocaleField,
  readExperimentDraft,
  usual,
  nameWeightField,
} from './read-experiment-draft.ts';
import type { DraftedSite } from '../drafting.ts';
import type { SplitGeneratorPorts } from './ports.ts';
import { readPlannedSite } from './read-planned-site.ts';
import { buildRequirementSections, REQUIREMENTS } from './requirements.ts';
import { allDevices, buildVariationKey, listTestablePages, listVariants } from './experiment-draft.ts';

/** Plans an experiment (R4). All values are in the address, so that it can be shared; the result is saved as a document in a draft. */
export function createExperimentBuilderPage(ports: SplitGeneratorPorts): AdminPage {
  const { clock, drafting, hasGrowthBook } = ports;
  return {
    actions: createActions(adminActions, ports).actions,
    queries: {
      'split-generator': buildViewQuery('experiments', async (request) => {
        const { site, draft } = await readPlannedSite(request.query, ports);
        const paths = site === null ? null : createRouteTable(site).paths;
        const pages = site === null ? [] : listTestablePages(site).filter((id) => paths?.has(id));
        return site === null || pages.length === 0
          ? nothingToTest(request)
          : generator(request, site, { pages, now: clock.now(), hasGrowthBook, isDrafting: drafting !== null, draft });
      }),
    },
  };
}

const nothingToTest = ({ t }: AdminRequest): DataView => ({
  sections: [{ kind: 'note', mark: 'off', title: t('split.noPage'), text: t('split.noPageText') }],
});

interface Generated {
  /** Pages with variants. */
  readonly pages: readonly DocumentId[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly hasGrowthBook: boolean;
  readonly isDrafting: boolean;
  /** The draft whose pages are tested, and in which the experiment is saved. */
  readonly draft: DraftedSite['draft'] | null;
}

function generator(
  request: AdminRequest,
  site: Site,
  { pages, now, hasGrowthBook, isDrafting, draft: drafted }: Generated,
): DataView {
  const page = pages.find((each) => each === request.query.get('page'));
  const choice: SectionView = {
    kind: 'step',
    id: 'choice',
    title: request.t('split.page'),
    sections: [{ kind: 'form', form: pageForm(request, pages, page) }],
  };
  const about: readonly SectionView[] =
    drafted === null
      ? []
      : [
          {
            kind: 'note',
            mark: 'wait',
            title: request.t('split.inDraft', { draft: drafted.name }),
            text: request.t('split.inDraftText'),
            links: [{ label: request.t('draft.open'), href: request.href('/admin/drafts', { draft: drafted.id }) }],
          },
        ];
  if (page === undefined) return { sections: [...about, choice] };
  const { available } = createRouteTable(site);
  const isSent = isPlanned(request);
  const { draft, errors } = isSent
    ? readExperimentDraft(request, site, page, { available, now })
    : { draft: null, errors: {} };
  const mayCreate = isDrafting && request.user?.permissions.includes('author') === true;
  return {
    sections: [
      ...about,
      choice,
      { kind: 'form', form: draftForm(request, site, page, errors) },
      ...(draft === null
        ? []
        : buildRequirementSections(
            request,
            site,
            draft,
            mayCreate ? buildCreateExperimentForm(request, hasGrowthBook) : null,
          )),
    ],
  };
}

/** Whether the form was sent, and not only opened with some values. */
const isPlanned = ({ query }: Pick<AdminRequest, 'query'>): boolean => query.has('hypothesis');

const keepDraft = ({ query }: Pick<AdminRequest, 'query'>): Readonly<Record<string, string>> => {
  const draft = query.get('draft');
  return draft === null ? {} : { draft };
};

function pageForm(request: AdminRequest, pages: readonly DocumentId[], page = ''): FormView {
  const { t } = request;
  return {
    id: 'page',
    method: 'get',
    action: request.href(request.path),
    hidden: keepDraft(request),
    primary: page === '',
    fields: [
      {
        name: 'page',
        label: t('split.page'),
        type: 'select',
        value: page,
        hint: t('split.pageHint'),
        options: pages.map((each) => ({ value: each, label: each.replace(/^landings\//, '') })),
      },
    ],
    submit: t('split.choose'),
  };
}

function draftForm(
  request: AdminRequest,
  site: Site,
  page: DocumentId,
  errors: Readonly<Record<string, string>>,
): FormView {
  const { t, query } = request;
  const isSent = isPlanned(request);
  const field = (
    name: string,
    label: string,
    { usual: otherwise = '', ...more }: Partial<FieldView> & { readonly usual?: string } = {},
  ): FieldView => {
    const { [name]: error } = errors;
    return {
      name,
      label,
      type: 'text',
      value: isSent ? (query.get(name) ?? '') : otherwise,
      ...more,
      ...(error !== undefined && { error }),
    };
  };
  const inStep = (step: string, fields: readonly FieldView[]): readonly FieldView[] =>
    fields.map((each) => ({ ...each, step }));
  const variants = listVariants(site, page);
  // Variants with an own address, such as campaigns, are preselected only when the address names them.
  const named = variants.find((variant) => variant === query.get('variant'));
  const compared =
    named ??
    variants.find((variant) => {
      const document = site.documents.get(variant);
      return document?.slug === undefined && document?.bases[0] === page;
    });
  return {
    id: 'wish',
    method: 'get',
    action: `${request.href(request.path)}#${REQUIREMENTS}`,
    hidden: { page, ...keepDraft(request) },
    fields: [
      ...inStep(t('split.wish'), [
        field('hypothesis', t('split.hypothesis'), { type: 'textarea', rows: 2, lang: request.locale, required: true }),
        field('key', t('split.key'), {
          hint: t('split.keyHint'),
          required: true,
          ...(named !== undefined && { usual: `${buildVariationKey(page)}-${buildVariationKey(named)}` }),
        }),
        ...buildMetricFields(
          t,
          readMetrics((name) => query.get(name) ?? ''),
        ),
      ]),
      ...inStep(t('split.variations'), [
        field('weight', t('split.base'), {
          usual: usual.weight,
          isLine: true,
          group: t('split.weightHint'),
          required: true,
        }),
        ...variants.map((variant) =>
          field(nameWeightField(variant), buildVariationKey(variant), {
            usual: variant === compared ? usual.weight : usual.none,
            isLine: true,
            group: t('split.weightHint'),
          }),
        ),
      ]),
      ...inStep(t('split.targeting'), [
        ...createRouteTable(site).available.map((locale) =>
          field(nameLocaleField(locale), getNativeLanguageName(locale), {
            type: 'checkbox',
            usual: 'on',
            group: t('split.languages'),
          }),
        ),
        ...allDevices.map((device) =>
          field(nameDeviceField(device), nameDevice(t, device), {
            type: 'checkbox',
            usual: 'on',
            group: t('split.devices'),
          }),
        ),
        field('countries', t('split.countries'), { hint: t('split.countriesHint') }),
        field('utm', t('split.utm'), { hint: t('split.utmHint') }),
      ]),
      ...inStep(t('split.plan'), [
        field('effect', t('split.effect'), { usual: usual.effect, required: true }),
        field('rate', t('split.rate'), { usual: usual.rate, required: true }),
        field('daily', t('split.daily')),
        field('from', t('split.from'), {
          type: 'datetime-local',
          hint: t('split.fromHint', { zone: SHOP_ZONE }),
        }),
        field('to', t('split.to'), { type: 'datetime-local', hint: t('split.toHint') }),
      ]),
    ],
    submit: t('split.submit'),
    draft: { unsaved: t('split.unsaved'), discard: t('split.discard') },
  };
}
