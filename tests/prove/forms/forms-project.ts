import type { ProjectCopy } from '#tests/helpers/project-copy.ts';
import { copyWithLandings } from '../parts/copy-with-landings.ts';

/** Landings of the walks: both from templates, one of which is tested with a shorter form. */
export const LEAD = 'lead-walk';
export const RSVP = 'rsvp-walk';
/** The experiment over two forms of the lead landing, and the form of its second variation. */
export const EXPERIMENT = 'lead-forms';
export const SHORT_FORM = 'lead-short';

const SCHEMAS = '../../schemas/generated/editor';

/** A copy of this project with two landings from templates, whose forms report to a webhook, and an experiment over two forms, built. */
export const buildFormsProject = (): Promise<ProjectCopy> =>
  copyWithLandings({ [LEAD]: 'lead', [RSVP]: 'event' }, addWebhooksAndExperiment);

function addWebhooksAndExperiment(copy: ProjectCopy): void {
  for (const name of [LEAD, RSVP])
    change(copy, `pages-config/forms/${name}.json`, ({ actions = [], ...form }) => ({
      ...form,
      places: undefined,
      // All fields are sent at once, as programs do; steps are a test of their own.
      steps: undefined,
      actions: [...actions, { do: 'webhook', name: 'crm' }],
    }));
  const lead = readJson(copy, `pages-config/forms/${LEAD}.json`);
  write(copy, `pages-config/forms/${SHORT_FORM}.json`, {
    ...lead,
    fields: lead.fields?.filter(({ name }) => ['name', 'email', 'privacy'].includes(name)),
  });
  const { blocks = [] } = readJson(copy, `pages-config/landings/${LEAD}.json`);
  const block = blocks.flatMap((each) => [each, ...(each.blocks ?? [])]).find(({ type }) => type === 'form');
  write(copy, `pages-config/landings/${SHORT_FORM}.json`, {
    $schema: `${SCHEMAS}/landing.schema.json`,
    version: lead.version,
    extends: `landings/${LEAD}`,
    changes: [{ op: 'set', block: block?.id, props: { form: `forms/${SHORT_FORM}` } }],
  });
  write(copy, `pages-config/experiments/${EXPERIMENT}.json`, {
    $schema: `${SCHEMAS}/experiment.schema.json`,
    version: lead.version,
    status: 'live',
    hypothesis: 'A form of three questions is sent more often than one of seven.',
    document: `landings/${LEAD}`,
    goalMetric: 'form_sent',
    bytes: 60_000,
    variations: [
      { key: 'long', weight: 50 },
      { key: 'short', variant: `landings/${SHORT_FORM}`, weight: 50 },
    ],
  });
}

interface Written {
  readonly version?: number;
  readonly actions?: readonly object[];
  readonly fields?: readonly { readonly name: string }[];
  readonly blocks?: readonly Block[];
}

interface Block {
  readonly type: string;
  readonly id: string;
  readonly blocks?: readonly Block[];
}

// Checked edge: the documents come from the templates of this project.
const readJson = (copy: ProjectCopy, path: string): Written => JSON.parse(copy.read(path)) as Written;

const write = (copy: ProjectCopy, path: string, value: object): void =>
  copy.write(path, `${JSON.stringify(value, null, 2)}\n`);

const change = (copy: ProjectCopy, path: string, changed: (document: Written) => object): void =>
  write(copy, path, changed(readJson(copy, path)));
