import type { FieldView, SectionView } from '#engine/shared/data-view.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { parseDecimal } from '#engine/shared/parse-number.ts';
import { isObject, type JsonObject, parseObject, selectObjects } from '#engine/documents/json.ts';
import { rewriteJson } from '#engine/documents/rewrite-json.ts';
import type { ResolvedExperiment } from '#engine/documents/types.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import { defaultGoalMetric } from '#schemas/generated/events.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import type { AdminRequest, Fields } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import type { StaffTranslator } from '#server/admin/staff-translator.ts';
import { type Drafting, type ExperimentPorts, type FieldFinding, toExperimentPath, isOver } from '../../../drafting.ts';
import { type ExperimentMetrics, buildMetricFields, readMetrics } from '../../../metric-fields.ts';
import { RESULTS_PAGE } from '../../ports.ts';

const NAME = 'edit-experiment';

const statuses = ['live', 'paused'] as const;
/** Empty ramp steps that the form adds to the existing ones. */
const MORE_STEPS = 2;

const weightField = (index: number): string => `weight-${index}`;
const atField = (index: number): string => `ramp-at-${index}`;
const shareField = (index: number): string => `ramp-share-${index}`;

interface EditPorts extends ExperimentPorts {
  readonly drafting: Drafting;
}

/** Settings of an experiment as a form; empty for an ended phase and when the file does not exist. */
export async function buildEditSections(
  request: AdminRequest,
  { drafting, hasGrowthBook }: EditPorts,
  experiment: ResolvedExperiment,
): Promise<readonly SectionView[]> {
  const { t, user } = request;
  if (isOver(experiment) || user?.permissions.includes('author') !== true) return [];
  const text = (await drafting.readFiles()).get(toExperimentPath(experiment.key));
  if (text === undefined) return [];
  const form = buildFormView(request, {
    action: NAME,
    title: t('experiment.edit'),
    text: t(hasGrowthBook ? 'experiment.growthBook' : 'experiment.editText'),
    fields: buildFields(t, parseObject(text), hasGrowthBook),
    hidden: { experiment: experiment.key },
    submit: t('experiment.saveInDraft'),
  });
  return [{ kind: 'form', form: { ...form, primary: false } }];
}

function parseMetrics({ goalMetric, guardrails }: JsonObject): ExperimentMetrics {
  return {
    goalMetric: typeof goalMetric === 'string' ? goalMetric : null,
    guardrails: Array.isArray(guardrails) ? guardrails : [],
  };
}

/** @param hasGrowthBook its service controls targeting and weights: only what is measured can be edited */
function buildFields(t: StaffTranslator, document: JsonObject, hasGrowthBook: boolean): readonly FieldView[] {
  const hypothesis: FieldView = {
    name: 'hypothesis',
    label: t('split.hypothesis'),
    type: 'textarea',
    rows: 3,
    value: String(document['hypothesis']),
    required: true,
  };
  if (hasGrowthBook) return [hypothesis, ...buildMetricFields(t, parseMetrics(document))];
  return [
    {
      name: 'status',
      label: t('results.status'),
      type: 'select',
      value: String(document['status']),
      options: statuses.map((value) => ({ value, label: t(`results.${value}`) })),
    },
    hypothesis,
    ...selectObjects(document['variations']).map(({ key, weight }, index): FieldView => ({
      name: weightField(index),
      label: t('split.weight', { variant: String(key) }),
      type: 'text',
      value: String(weight),
      required: true,
      group: t('experiment.weights'),
    })),
    {
      name: 'coverage',
      label: t('experiment.coverage'),
      type: 'text',
      value: percent(document['coverage'] ?? 1),
      hint: t('experiment.coverageHint'),
      required: true,
    },
    ...rampFields(t, document),
    ...buildMetricFields(t, parseMetrics(document)),
    {
      name: 'phase',
      label: t('experiment.newPhase'),
      type: 'checkbox',
      hint: t('experiment.newPhaseHint'),
    },
  ];
}

function rampFields(t: StaffTranslator, document: JsonObject): readonly FieldView[] {
  const steps = selectObjects(document['ramp']);
  return Array.from({ length: steps.length + MORE_STEPS }, (_, index) => index).flatMap(
    (index): readonly FieldView[] => {
      const step = steps[index];
      const group = t('experiment.ramp', { step: t.number(index + 1), zone: readZone(document) });
      const [at, share] = step === undefined ? ['', ''] : [String(step['at']), percent(step['coverage'])];
      return [
        { name: atField(index), label: t('experiment.rampAt'), type: 'datetime-local', value: at, group },
        { name: shareField(index), label: t('experiment.rampShare'), type: 'text', value: share, group },
      ];
    },
  );
}

const percent = (share: unknown): string => String(Math.round(Number(share) * 1e6) / 1e4);

/** Time zone of the ramp steps. */
const readZone = ({ ramp }: JsonObject): string => String(selectObjects(ramp)[0]?.['zone'] ?? SHOP_ZONE);

/** Changes the document of an experiment in a new draft. */
export function editExperiment({ drafting, hasGrowthBook }: ExperimentPorts): DeclaredAction {
  if (drafting === null) return { actions: {} };
  return defineFormAction(NAME, {
    permission: 'author',
    page: RESULTS_PAGE,
    async run(request, fields) {
      const { t } = request;
      const key = fields.text('experiment');
      const file = toExperimentPath(key);
      const text = (await drafting.readFiles()).get(file);
      if (text === undefined) return { shown: [{ kind: 'note', mark: 'stop', title: t('experiment.gone') }] };
      const before = parseObject(text);
      const { after, errors } = changed(t, before, fields, hasGrowthBook);
      if (Object.keys(errors).length > 0) return { errors };
      const rewritten = rewriteJson(text, before, after);
      if (rewritten === text) return { errors: {}, message: t('done.nothingChanged') };
      return drafting.save(request, {
        name: t('experiment.draftName', { experiment: key }),
        files: new Map([[file, rewritten]]),
        toField: (finding) => toFieldFinding(t, finding),
      });
    },
  });
}

/** Form field of a finding in the document of an experiment. */
function toFieldFinding(t: StaffTranslator, { rule, path }: Finding): FieldFinding | undefined {
  const message = rule === 'experiment-phase' ? { message: t('experiment.needsPhase') } : {};
  const [, index] = /^variations(?:\[(\d+)\])?/.exec(path) ?? [];
  if (path.startsWith('variations')) return { field: weightField(Number(index ?? 0)), ...message };
  const [, step] = /^ramp\[(\d+)\]/.exec(path) ?? [];
  if (step !== undefined) return { field: atField(Number(step)) };
  const field = ['status', 'hypothesis', 'coverage', 'goalMetric', 'phase'].find((each) => path === each);
  return field === undefined ? undefined : { field, ...message };
}

interface Changed {
  readonly after: JsonObject;
  readonly errors: Readonly<Record<string, string>>;
}

/** The document with the submitted values; defaults are not written. */
function changed(t: StaffTranslator, before: JsonObject, fields: Fields, hasGrowthBook: boolean): Changed {
  const errors: Record<string, string> = {};
  const hypothesis = fields.text('hypothesis');
  if (hypothesis.length < 10) errors['hypothesis'] = t('split.hypothesisShort');
  const { goalMetric, guardrails } = readMetrics(fields.text);
  const after = {
    ...before,
    hypothesis,
    ...(goalMetric !== null && given('goalMetric', goalMetric, before, defaultGoalMetric)),
    ...given('guardrails', guardrails, before, []),
    ...(!hasGrowthBook && decided(t, before, fields, errors)),
  };
  return { after: withoutUndefined(after), errors };
}

/** Applies targeting, period and weights. Adds to `errors`. */
function decided(t: StaffTranslator, before: JsonObject, fields: Fields, errors: Record<string, string>): JsonObject {
  const number = (name: string, least: number, most: number): number => {
    const value = parseDecimal(fields.text(name));
    if (!(value >= least && value <= most))
      errors[name] = t('split.numberWrong', { least: t.number(least), most: t.number(most) });
    return value;
  };
  const written = selectObjects(before['ramp']);
  const ramp = Array.from({ length: written.length + MORE_STEPS }, (_, index) => index).flatMap((index) => {
    const [at, share] = [fields.text(atField(index)), fields.text(shareField(index))];
    if (at === '' && share === '') return [];
    if (at === '') errors[atField(index)] = t('split.momentWrong');
    return [{ at, zone: readZone(before), coverage: number(shareField(index), 0.01, 100) / 100 }];
  });
  return {
    status: statuses.find((each) => each === fields.text('status')) ?? before['status'],
    variations: selectObjects(before['variations']).map((variation, index) => ({
      ...variation,
      weight: number(weightField(index), 0.01, 1_000),
    })),
    ...given('coverage', number('coverage', 0, 100) / 100, before, 1),
    ...given('ramp', ramp, before, []),
    ...given('phase', Number(before['phase'] ?? 1) + (fields.text('phase') === '' ? 0 : 1), before, 1),
  };
}

/** A property, written when it differs from its default or was written before. */
function given(name: string, value: unknown, before: JsonObject, initial: unknown): JsonObject {
  const isInitial = JSON.stringify(value) === JSON.stringify(initial);
  if (!isInitial) return { [name]: value };
  // Empty lists are omitted.
  return name in before && !Array.isArray(value) ? { [name]: value } : { [name]: undefined };
}

function withoutUndefined(value: JsonObject): JsonObject {
  const written = Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
  return isObject(written) ? written : {};
}
