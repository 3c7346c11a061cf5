import { LRUCache } from 'lru-cache';
import { absoluteUrl } from './arms-request.ts';
import { assignArms, type AssignedArms, type Visit } from './assign-arms.ts';
import { closedExperiments } from './running-experiments.ts';
import type { TestedDocument } from './tested-document.ts';

/** Visitors whose arms are remembered, and bytes: anybody may send long cookies and addresses. */
const REMEMBERED = { max: 150_000, maxSize: 256 * 1024 * 1024, sizeCalculation: sizeOf };
const memories = new WeakMap<TestedDocument, LRUCache<string, AssignedArms>>();

/** As `assignArms`, remembered. */
export function rememberedArms(visit: Visit): AssignedArms {
  const { tested } = visit;
  const key = keyOf(visit);
  let memory = memories.get(tested);
  if (memory === undefined) memories.set(tested, (memory = new LRUCache(REMEMBERED)));
  let arms = memory.get(key);
  if (arms === undefined) {
    arms = assignArms(visit);
    memory.set(key, arms);
  }
  return arms;
}

function keyOf({ tested, request, visitor, attributes, sticky }: Visit): string {
  const { locale, applicationCountry, device, webView } = attributes;
  let key = `${visitor?.id ?? ''} ${locale} ${applicationCountry} ${device} ${webView} ${sticky}`;
  if (tested.hasWindows) key += ` ${closedExperiments(tested, request).join(',')}`;
  if (!request.mayRedirect) key += ' code';
  if (tested.targetsUrls) key += ` ${absoluteUrl(request)}`;
  return key;
}

/** Roughly, in bytes. */
function sizeOf({ sticky }: AssignedArms, key: string): number {
  return 300 + key.length + 100 * sticky.length;
}
