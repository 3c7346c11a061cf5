import type { JourneyRequest } from './journey.ts';
import type { MatchedUrl } from './match.ts';
import type { DocumentPlan, SitePlan } from './plan.ts';
import type { VisitorLanguage } from './visitor.ts';

/** A request being decided. */
export interface Request extends JourneyRequest {
  readonly plan: SitePlan;
  readonly matched: MatchedUrl;
  readonly language: VisitorLanguage;
}

/** Request headers that the decision about a document reads. */
export function selectVary(document: DocumentPlan, { match }: Pick<Request, 'match'>): readonly string[] {
  return match.prefix === null ? document.varyUnprefixed : document.varyPrefixed;
}

export function getOwnPath({ document }: DocumentPlan, { table }: SitePlan): string {
  return table.paths.get(document.id) ?? '/';
}
