import type { Metric } from 'prom-client';
import { findEventMistake } from '#engine/shared/check-event.ts';
import { InternalError } from '#engine/shared/errors.ts';
import { type FiredEvent, buildPendingEventsCookie } from '#engine/decide/pending-events.ts';
import type { SetCookie } from '#engine/decide/types.ts';
import { conversions } from '#schemas/generated/events.ts';
import { createLabelledCounter } from '#server/platform/observability/metrics.ts';
import type { Experiments } from '#server/site/experiments/experiments.ts';
import type { Visitor } from '#server/site/visitors/read-visitor.ts';

export interface FiredEventsOptions {
  readonly experiments: Pick<Experiments, 'converted'>;
  /** Outside production, an invalid event throws. */
  readonly production: boolean;
}

/** Events to report. */
export interface Fired {
  readonly events?: readonly FiredEvent[];
  /** Page of the event, if known. */
  readonly context?: FiredEvent['context'];
  /** Visitor to credit, if it differs from the sender; `null` for none. */
  readonly attribution?: string | null;
}

/** Reports events to experiments and to the visitor's browser, validated against their schemas. */
export class FiredEvents {
  readonly #options: FiredEventsOptions;
  readonly #counts = new Map<string, number>();

  constructor(options: FiredEventsOptions) {
    this.#options = options;
  }

  /**
   * @returns a cookie for the visitor's browser, `null` without events for it
   * @throws outside production, for an unknown or invalid event
   */
  fire({ events: fired = [], context, attribution }: Fired, visitor: Visitor, now: number): SetCookie | null {
    const valid: FiredEvent[] = [];
    for (const event of fired) {
      const credited = attribution === undefined ? visitor : attribution;
      if (credited !== null && conversions.includes(event.name))
        this.#options.experiments.converted(event.name, credited, now);
      const mistake = findEventMistake(event.name, event.fields ?? {});
      if (mistake === null) valid.push({ ...event, context });
      else if (!conversions.includes(event.name)) this.#drop(event.name, mistake);
    }
    for (const { name } of valid) this.#count(`${name} fired`);
    return valid.length === 0 ? null : buildPendingEventsCookie(valid, { ...visitor, now });
  }

  #drop(name: string, mistake: string): void {
    if (!this.#options.production) throw new InternalError(mistake);
    this.#count(`${name} dropped`);
  }

  #count(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  get metrics(): readonly Metric[] {
    return [
      createLabelledCounter(
        {
          name: 'vitrine_events_total',
          help: 'Events that the server fired for the data layer, and those it dropped because they are against their schema.',
          labelNames: ['event', 'result'],
        },
        () =>
          [...this.#counts].map(([key, value]) => {
            const [event = '', result = ''] = key.split(' ');
            return { labels: { event, result }, value };
          }),
      ),
    ];
  }
}
