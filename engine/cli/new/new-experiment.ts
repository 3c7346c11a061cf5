import { suggestName } from '#engine/shared/suggest-name.ts';
import { currentVersion } from '#engine/documents/migrations/migrate.ts';
import { layOut } from '#engine/documents/lay-out.ts';
import { conversions } from '#schemas/generated/events.ts';
import { UsageError } from '../usage.ts';
import { placeholderTexts } from './placeholder-texts.ts';
import { type ExperimentInput, requireKebabCase, type Scaffold } from './scaffold.ts';

/** A paused experiment on a landing, with existing variants or a new one that changes the title. To be set live once its hypothesis is written. */
export const newExperiment: Scaffold = ({ name, base, source, input }) => {
  requireKebabCase(name);
  const landings = source.documents.filter((id) => id.startsWith('landings/'));
  for (const id of [base, ...input.variations]) requireLanding(id, landings);
  const variants = input.variations.length === 0 ? [`landings/${name}`] : input.variations;
  const weights = parseWeights(input.weights, variants.length + 1);
  const experiment = {
    $schema: '../../schemas/generated/editor/experiment.schema.json',
    version: currentVersion,
    status: 'paused',
    hypothesis: 'Write down what you expect to happen, and why.',
    document: base,
    variations: [
      { key: 'control', weight: weights[0] },
      ...variants.map((variant, index) => ({ key: variationKey(variant), variant, weight: weights[index + 1] })),
    ],
    ...readMetricOptions(input),
  };
  const files = [[`pages-config/experiments/${name}.json`, written(experiment)] as const];
  if (input.variations.length > 0) return new Map(files);
  const changes = [{ op: 'document', set: { meta: { title: placeholderTexts.title } } }];
  const $schema = '../../schemas/generated/editor/landing.schema.json';
  const variant = { $schema, version: currentVersion, extends: base, changes };
  return new Map([...files, [`pages-config/landings/${name}.json`, written(variant)]]);
};

/** Weights in percent: visitors held out, and visitors who take part. */
const HELD = '5,95';

/** A paused holdout; experiments refer to its variation "open" in their prerequisites. */
export const newHoldout: Scaffold = ({ name, base, source, input }) => {
  requireKebabCase(name);
  requireLanding(
    base,
    source.documents.filter((id) => id.startsWith('landings/')),
  );
  if (input.variations.length > 0)
    throw new UsageError(
      'The variations of a holdout show the landing itself. Leave "--variation" out; "--weights 5,95" says how many are held out.',
    );
  const [held, open] = parseWeights(input.weights ?? HELD, 2);
  const holdout = {
    $schema: '../../schemas/generated/editor/experiment.schema.json',
    version: currentVersion,
    status: 'paused',
    hypothesis: 'Write down what you expect all experiments that wait for this one to do together, and why.',
    document: base,
    holdout: true,
    variations: [
      { key: 'held', weight: held },
      { key: 'open', weight: open },
    ],
    ...readMetricOptions(input),
  };
  return new Map([[`pages-config/experiments/${name}.json`, written(holdout)]]);
};

/** Metrics of the experiment. */
const readMetricOptions = ({ metric, effect }: ExperimentInput): object => ({
  ...(metric !== undefined && { goalMetric: parseMetric(metric) }),
  ...(effect !== undefined && { minimumDetectableEffect: parseEffect(effect) }),
});

const written = (value: object): string => `${layOut(value, '', 0)}\n`;

function requireLanding(id: string, landings: readonly string[]): void {
  if (landings.includes(id)) return;
  const meant = suggestName(id, landings);
  throw new UsageError(
    `There is no landing "${id}" to test. ${meant === undefined ? `Landings are: ${landings.join(', ') || 'none yet'}.` : `Did you mean "${meant}"?`}`,
  );
}

/** The last part of the id, without characters that keys exclude. */
const variationKey = (variant: string): string => variant.slice('landings/'.length).replaceAll('/', '-');

function parseWeights(text: string | undefined, variations: number): readonly number[] {
  if (text === undefined) return Array.from({ length: variations }, () => Math.round(1000 / variations) / 10);
  const weights = text.split(',').map(Number);
  if (weights.length === variations && weights.every((weight) => weight > 0 && Number.isFinite(weight))) return weights;
  throw new UsageError(
    `"--weights" takes ${variations} numbers above 0, the control first, such as ${Array.from({ length: variations }, () => 50).join(',')}, not "${text}".`,
  );
}

function parseMetric(metric: string): string {
  const known: readonly string[] = conversions;
  if (known.includes(metric)) return metric;
  const meant = suggestName(metric, known);
  throw new UsageError(
    `No journey has the conversion "${metric}". ${meant === undefined ? '' : `Did you mean "${meant}"? `}Conversions are ${known.join(', ')}.`,
  );
}

function parseEffect(text: string): number {
  const effect = Number(text);
  if (effect > 0 && effect <= 10) return effect;
  throw new UsageError(
    `"--effect" takes the minimum detectable effect, relative, such as 0.05 for 5 %, not "${text}".`,
  );
}
