import { checkEvent } from './events.ts';
import { offeredIn } from './forms.ts';
import { generatePageElements } from './journeys.ts';
import type { GeneratorInput } from './source.ts';

/**
 * What `gen` finds in events, forms and elements only while it writes.
 *
 * @throws UserError that names the file
 */
export function refuseSource(source: GeneratorInput): void {
  for (const event of source.events) checkEvent(event);
  offeredIn(source);
  generatePageElements(source);
}
