import { checkEvent } from './events.ts';
import { listOfferedValues } from './forms.ts';
import { generatePageElements } from './journeys.ts';
import type { GeneratorInput } from './source.ts';

/**
 * Refuses mistakes in events, forms and elements that are only found while their modules are generated.
 *
 * @throws UserError that names the file
 */
export function refuseSource(source: GeneratorInput): void {
  for (const event of source.events) checkEvent(event);
  listOfferedValues(source);
  generatePageElements(source);
}
