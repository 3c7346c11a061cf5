import { DEFAULT_LANDING } from '#engine/shared/default-landing.ts';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { createUsageError, readArguments, UsageError } from '../usage.ts';
import { run as generate } from '../gen/index.ts';
import { readSource } from '../gen/source.ts';
import { newBlock } from './new-block.ts';
import { createFromTemplate } from './landing-template.ts';
import { newExperiment, newHoldout } from './new-experiment.ts';
import { newLanding, newPage, newVariant } from './new-document.ts';
import type { ExperimentInput, Scaffold } from './scaffold.ts';

export const usage = {
  name: 'new',
  summary: 'Writes a new block, page, landing, variant, experiment or holdout that passes every check.',
  calls: {
    'block <name>': 'a folder with schema, component, style sheet and an example, in blocks/ or in a journey',
    'page <name>': 'a page',
    'landing <name>': 'a landing; with --template a whole one, with its form, texts, images and claims',
    'variant <name>': 'a landing that says only what it changes',
    'experiment <name>': 'a paused experiment on a landing, with a variant to begin with',
    'holdout <name>': 'a paused experiment that keeps visitors out of all those that wait for it',
  },
  options: {
    of: {
      type: 'string',
      default: DEFAULT_LANDING,
      value: '<document>',
      does: 'the landing that a variant changes or an experiment tests',
    },
    template: {
      type: 'string',
      value: '<name>',
      does: 'of a landing: the folder of landing-templates/ that it begins as, such as saas',
    },
    journey: { type: 'string', value: '<name>', does: 'of a block: the journey whose it is; the site when left out' },
    variation: {
      type: 'string',
      multiple: true,
      value: '<document>',
      does: 'of an experiment: a variant that there is already; may be given several times',
    },
    weights: {
      type: 'string',
      value: '<numbers>',
      does: 'of an experiment: shares of the variations, the control first, such as 50,50',
    },
    metric: { type: 'string', value: '<event>', does: 'of an experiment: the conversion that decides' },
    effect: {
      type: 'string',
      value: '<number>',
      does: 'of an experiment: the minimum detectable effect, relative, such as 0.05',
    },
  },
  positionals: 2,
} as const;

const kinds: Readonly<Record<string, Scaffold>> = {
  block: newBlock,
  page: newPage,
  landing: newLanding,
  variant: newVariant,
  experiment: newExperiment,
  holdout: newHoldout,
};

/** `npm run new <kind> <name>`: creates files that pass all checks, then runs `gen`. */
export async function run(args: readonly string[], root: string): Promise<number> {
  const { values, positionals } = readArguments(usage, args);
  const [kind, name] = positionals;
  const scaffold = kind !== undefined && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (kind !== undefined && scaffold === undefined) throw createUsageError(usage, unknownKind(kind));
  if (kind === undefined || scaffold === undefined || name === undefined)
    throw createUsageError(usage, 'Say what to write, and its name.');

  if (values.journey !== undefined && kind !== 'block')
    throw createUsageError(usage, `"--journey" is for blocks, not for a ${kind}.`);
  if (values.template !== undefined && kind !== 'landing')
    throw createUsageError(usage, `"--template" is for landings, not for a ${kind}.`);

  const input = {
    name,
    base: values.of,
    journey: values.journey,
    input: toExperimentInput(values),
    source: readSource(root),
    root,
  };
  const { created, changed, next } =
    values.template === undefined
      ? { created: scaffold(input), changed: new Map<string, string>(), next: [] }
      : createFromTemplate(input, values.template, root);
  for (const file of created.keys()) {
    if (existsSync(join(root, file)))
      throw new UsageError(`${file} already exists. Choose another name, or change that file.`);
  }
  for (const [file, content] of [...created, ...changed]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
    console.log(`${file} is ${changed.has(file) ? 'changed' : 'new'}.`);
  }
  const code = await generate([], root);
  if (code === 0 && hasAddress.has(kind)) console.log(`While \`npm run dev\` runs, open ${buildUrl(name)}`);
  for (const sentence of next) console.log(sentence);
  return code;
}

/** Kinds with an address derived from their name. */
const hasAddress: ReadonlySet<string> = new Set(['page', 'landing', 'variant']);

/** URL on the development server, by the settings of this shell (`docs/settings.md`). */
function buildUrl(name: string): string {
  const { PUBLIC_ORIGIN = '', PORT = '3000', BASE_PATH = '/' } = process.env;
  return new URL(`${BASE_PATH}/${name}`.replaceAll(/\/+/g, '/'), PUBLIC_ORIGIN || `http://localhost:${PORT}`).href;
}

interface ExperimentOptions {
  readonly variation?: readonly string[] | undefined;
  readonly weights?: string | undefined;
  readonly metric?: string | undefined;
  readonly effect?: string | undefined;
}

const toExperimentInput = ({ variation = [], weights, metric, effect }: ExperimentOptions): ExperimentInput => ({
  variations: variation,
  weights,
  metric,
  effect,
});

function unknownKind(kind: string): string {
  const suggestion = suggestName(kind, Object.keys(kinds));
  return `There is nothing new to write called "${kind}".${suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`}`;
}
