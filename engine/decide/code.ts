import type { DocumentId } from '#engine/documents/types.ts';
import { queryValue } from '#engine/routing/split-url.ts';
import type { SitePlan } from './plan.ts';
import type { CodeFact } from './types.ts';

type ValidCode = Extract<CodeFact, { readonly state: 'valid' }>;

/**
 * The landing that a code names, when it still exists. A member's code that names none leads to the landing that greets
 * with the inviter; `null` stands for the page that the address shows anyway.
 */
export function landingOfCode({ landing, inviterName }: ValidCode, { site }: SitePlan): DocumentId | null {
  const named = landing ?? (inviterName === null ? undefined : site.config.documents.invited);
  return named !== undefined && site.documents.get(named)?.kind === 'landing' ? named : null;
}

/** Values that a code brings along, by the names that `PageDecision.values` tells; `query` is the one of the URL. */
export function codeValues(rc: string, code: CodeFact | undefined, query: string): Readonly<Record<string, string>> {
  if (code?.state === 'valid') {
    const validityTimestamp = query === '' ? null : queryValue(query, 'validityTimestamp');
    return {
      rc,
      code: rc,
      ...(validityTimestamp !== null && { validityTimestamp }),
      ...(code.inviterName !== null && { name: code.inviterName }),
    };
  }
  if (code?.state === 'refused') return { rc, rcError: code.error };
  return code?.state === 'not-found' ? { rc, rcError: 'REGISTRATION_CODE_INVALID' } : { rc };
}
