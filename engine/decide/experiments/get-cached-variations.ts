import { buildAbsoluteUrl, readAttributesOfRequest } from './variations-request.ts';
import { assignVariations, type VariationInput } from './assign-variations.ts';
import type { AssignedVariations } from './assignment-cache.ts';
import { listClosedExperiments } from './running-experiments.ts';

/** As `assignVariations`, cached; an explanation is computed without the cache. */
export function getCachedVariations(visit: VariationInput): AssignedVariations {
  if (visit.request.trace !== undefined) return assignVariations(visit);
  const { memory } = visit.tested;
  const key = computeKey(visit);
  const known = memory.get(key);
  if (known !== undefined && 'redirect' in known) return known;
  const assigned = assignVariations(visit);
  memory.set(key, assigned);
  return assigned;
}

function computeKey({ tested, request, visitor, attributes, sticky }: VariationInput): string {
  const { locale, applicationCountry, device, webView } = attributes;
  let key = `${tested.document.document.id} ${visitor?.id ?? ''} ${locale} ${applicationCountry} ${device} ${webView} ${sticky}`;
  if (tested.hasWindows) key += ` ${listClosedExperiments(tested, request).join(',')}`;
  if (tested.facts.flags.asksOfRequest.length > 0)
    key += ` ${JSON.stringify(readAttributesOfRequest(request, tested.facts))}`;
  if (!request.mayRedirect) key += ' code';
  if (tested.targetsUrls) key += ` ${buildAbsoluteUrl(request)}`;
  return key;
}
