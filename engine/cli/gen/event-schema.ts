import type { JsonSchema } from './schema.ts';

/** A schema below `schemas/events/` or a journey's `events/`; the file's name is the event's. */
export interface EventSchema extends JsonSchema {
  /** The fact that it stands for, as a sentence. */
  readonly when?: string;
  readonly firedBy?: 'browser' | 'server';
  readonly purpose?: 'statistics' | 'marketing';
  /** Who learns of it: the data layer, with consent, or the experiments of this site. */
  readonly reaches?: readonly ('data-layer' | 'experiments')[];
  readonly properties?: Readonly<Record<string, EventField>>;
}

export interface EventField extends JsonSchema {
  /** Consent without which the field is left out, beside that of its event. */
  readonly purpose?: 'statistics' | 'marketing';
  /** Who makes up the value, where it is an identifier and nothing that was typed. */
  readonly issuedBy?: string;
}

/** An event as it is on disk. */
export interface EventSource {
  readonly name: string;
  /** From the project's root. */
  readonly file: string;
  readonly schema: EventSchema;
  /** The journey that fires it; `null` for the engine's own. */
  readonly journey: string | null;
}
