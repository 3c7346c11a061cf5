import type { JsonSchema } from './schema.ts';

/** A schema below `schemas/events/` or a journey's `events/`; the file's name is the event's. */
export interface EventSchema extends JsonSchema {
  /** When it is recorded, as a sentence. */
  readonly when?: string;
  readonly firedBy?: 'browser' | 'server';
  readonly purpose?: 'statistics' | 'marketing';
  /** Receivers: the data layer, with consent, or the site's experiments. */
  readonly reaches?: readonly ('data-layer' | 'experiments')[];
  readonly properties?: Readonly<Record<string, EventField>>;
}

export interface EventField extends JsonSchema {
  /** Consent without which the field is left out, in addition to the event's. */
  readonly purpose?: 'statistics' | 'marketing';
  /** Issuer of the value, if it is an identifier rather than typed text. */
  readonly issuedBy?: string;
}

/** An event as stored on disk. */
export interface EventSource {
  readonly name: string;
  /** Relative to the project's root. */
  readonly file: string;
  readonly schema: EventSchema;
  /** The journey that records it; `null` for the engine's own events. */
  readonly journey: string | null;
}
