import { UserError } from '#engine/shared/errors.ts';
import type { EventField, EventSchema, EventSource } from './event-schema.ts';
import { type JsonSchema, toPascalCase } from './schema.ts';
import type { GeneratorInput } from './source.ts';
import { toTypeScript } from './typescript.ts';
import { generatedBy, writeLiteral, writeUnion, writeModule } from './write-module.ts';

/** Values that no field of an event may accept: an e-mail address, a full name, a first name. */
const PERSONAL = ['anna.berg@example.com', 'Anna Berg', 'Anna', 'anna%40example.com'] as const;

/**
 * `events.ts`: names, types and rules of all recorded events.
 *
 * @throws when a schema lacks a required annotation, or a field would accept an address or a name
 */
export async function generateEvents({ events, eventContext, journeys }: GeneratorInput): Promise<string> {
  for (const event of events) checkEvent(event);
  for (const context of eventContext) checkFields(context);
  const tracked = events.filter(({ schema }) => schema.reaches?.includes('data-layer'));
  const counted = events.filter(({ schema }) => schema.reaches?.includes('experiments'));
  const fired = (by: string): string[] => tracked.filter(({ schema }) => schema.firedBy === by).map(({ name }) => name);
  const contextFields: Readonly<Record<string, EventField>> = Object.assign(
    {},
    ...eventContext.map(({ schema }) => schema.properties),
  );
  const ofJourneys = journeys.find(({ vocabulary }) => vocabulary.goalMetric !== undefined)?.vocabulary.goalMetric;
  // On a site without journeys, the goal of experiments is a submitted form.
  const goalMetric = ofJourneys ?? counted.find(({ journey }) => journey === null)?.name;
  return writeModule(
    `/** Events of the data layer. */
export type EventName = BrowserEvent | ServerEvent;

/** Fired in the browser. */
export type BrowserEvent = ${writeUnion(fired('browser'))};

/** Fired by what the server answered. */
export type ServerEvent = ${writeUnion(fired('server'))};

/** Conversions that experiments are measured by. */
export const conversions: readonly string[] = ${writeLiteral(counted.map(({ name }) => name))};

/** The one that decides experiments which name none: that of a journey, else the engine's own. */
export const defaultGoalMetric: string | null = ${writeLiteral(goalMetric ?? null)};

/** What a field takes: a text with this pattern, valid under the \`u\` flag and anchored; without one \`true\` or \`false\`. */
export interface FieldRule {
  readonly pattern?: string;
  readonly required?: true;
  /** Left out without consent to it. */
  readonly purpose?: 'statistics' | 'marketing';
}

export interface EventRule {
  readonly purpose: 'statistics' | 'marketing';
  readonly fields: Readonly<Record<string, FieldRule>>;
}`,
    await toTypeScript(
      new Map([
        ...tracked.map(({ name, schema }): [string, JsonSchema] => [typeName(name), typed(schema)]),
        ['EventContext', typed({ type: 'object', additionalProperties: false, properties: contextFields })],
      ]),
      (ref) => {
        throw new UserError(`The schema of an event refers to "${ref}"; write the field out.`);
      },
    ),
    `/** Own fields of each event. */
export interface EventFields {
${tracked.map(({ name }) => `  ${name}: ${typeName(name)};`).join('\n')}
}

export const eventRules: Readonly<Record<EventName, EventRule>> = ${writeLiteral(
      Object.fromEntries(
        tracked.map(({ name, schema }) => [name, { purpose: schema.purpose, fields: pickRules(schema) }]),
      ),
    )};

/** What every event may say beside its own fields. */
export const contextRules: Readonly<Record<string, FieldRule>> = ${writeLiteral(pickRules({ properties: contextFields }))};`,
  );
}

function typeName(event: string): string {
  return `${toPascalCase(event)}Event`;
}

/** Without the annotations, which the type generator takes for keywords. */
function typed({ type, additionalProperties, required, properties = {}, description }: EventSchema): JsonSchema {
  const plain = Object.entries(properties).map(([name, field]) => [
    name,
    { type: field.type, description: field.description },
  ]);
  return { type, additionalProperties, required, description, properties: Object.fromEntries(plain) } as JsonSchema;
}

function pickRules({ properties = {}, required = [] }: EventSchema): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { pattern, purpose }]) => [
      name,
      { pattern, required: required.includes(name) || undefined, purpose },
    ]),
  );
}

/** @throws UserError when an event lacks an annotation, or could contain a person's name */
export function checkEvent(event: EventSource): void {
  const { file, name, schema } = event;
  const lacking = (['description', 'when', 'firedBy', 'purpose', 'reaches'] as const).filter(
    (word) => (schema[word]?.length ?? 0) === 0,
  );
  if (lacking.length > 0) throw new UserError(`${file} lacks ${lacking.map((word) => `"${word}"`).join(', ')}.`);
  if (schema.$id !== `/events/${name}.schema.json`)
    throw new UserError(`"$id" of ${file} is "${schema.$id}"; it must be "/events/${name}.schema.json".`);
  if (schema.additionalProperties !== false)
    throw new UserError(`${file} must say "additionalProperties": false, or anything could be tracked.`);
  checkFields(event);
}

function checkFields({ file, schema }: Pick<EventSource, 'file' | 'schema'>): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (field.type === 'boolean') continue;
    const { pattern = '' } = field;
    if (field.type !== 'string' || !pattern.startsWith('^') || !pattern.endsWith('$'))
      throw new UserError(`The field "${name}" of ${file} must be a boolean, or a text with an anchored "pattern".`);
    const known = field.issuedBy === undefined ? PERSONAL : PERSONAL.slice(0, 1);
    const passed = known.find((text) => new RegExp(pattern, 'u').test(text));
    if (passed !== undefined)
      throw new UserError(
        `The field "${name}" of ${file} would take "${passed}". Narrow its "pattern", so that no address and no name of a person passes.`,
      );
  }
}

/** `docs/events.md`. */
export function generateEventsPage({ events, eventContext }: GeneratorInput): string {
  const sorted = events.toSorted((one, other) => one.name.localeCompare(other.name));
  const tracked = sorted.filter(({ schema }) => schema.reaches?.includes('data-layer'));
  const counted = sorted.filter(({ schema }) => schema.reaches?.includes('experiments'));
  return `${[
    `<!-- ${generatedBy} -->`,
    '# Events',
    'Everything that is recorded of a visitor, as the schemas below `schemas/events/` and the `events/` of each journey say. An event leaves the browser only with consent to its purpose; a field that names a purpose of its own is left out without it. How they come about is in [client.md](client.md#events).',
    '## In the data layer',
    '| Event | Purpose | Fired by | When | Fields |\n|---|---|---|---|---|\n' +
      tracked
        .map(
          ({ name, schema }) =>
            `| \`${name}\` | ${schema.purpose} | ${schema.firedBy} | ${schema.description} ${schema.when} | ${describeFields(schema)} |`,
        )
        .join('\n'),
    '## Beside the own fields of every event',
    '| Field | What it says |\n|---|---|\n' +
      eventContext
        .flatMap(({ schema }) => Object.entries(schema.properties ?? {}))
        .map(([name, { description }]) => `| \`${name}\` | ${description} |`)
        .join('\n'),
    '## Conversions',
    'Counted by the server for experiments, without a name: under the visitor’s random id with consent to statistics, as a mere number without.',
    '| Event | When |\n|---|---|\n' +
      counted.map(({ name, schema }) => `| \`${name}\` | ${schema.description} ${schema.when} |`).join('\n'),
  ].join('\n\n')}\n`;
}

function describeFields({ properties = {}, required = [] }: EventSchema): string {
  const fields = Object.entries(properties).map(([name, { purpose }]) => {
    const notes = [...(required.includes(name) ? [] : ['optional']), ...(purpose === undefined ? [] : [purpose])];
    return `\`${name}\`${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
  });
  return fields.join(', ') || '–';
}
