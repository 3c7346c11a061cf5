import type { DocumentId } from '#engine/documents/types.ts';
import type { SitePlan } from './plan.ts';
import type { CodeFact } from './types.ts';

type WellKnownCode = Extract<CodeFact, { readonly state: 'valid' | 'refused' }>;

/** A code that exists in any state has a landing; one that does not, or that nobody could look up, has none. */
export function isWellKnownCode(code: CodeFact | undefined): code is WellKnownCode {
  return code !== undefined && (code.state === 'valid' || code.state === 'refused');
}

/** The landing that a code names, when it still exists. */
export function landingOfCode(code: WellKnownCode, { site }: SitePlan): DocumentId | null {
  const landing = code.state === 'valid' ? code.landing : null;
  return landing !== null && site.documents.get(landing)?.kind === 'landing' ? landing : null;
}

const NO_VALUES: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Values for the holes of a page: `rc` the code, `name` the inviter, `rcError` why a code is refused,
 * `query` what of the query survives a language switch. Empty for a page that is the same for everybody.
 */
export function visitorValues(
  rc: string | undefined,
  code: CodeFact | undefined,
  query: string,
): Readonly<Record<string, string>> {
  if (rc === undefined) return query === '' ? NO_VALUES : { query };
  const error = refusalOf(code);
  const name = isWellKnownCode(code) ? code.inviterName : null;
  return {
    rc,
    ...(name !== null && { name }),
    ...(error !== null && { rcError: error }),
    ...(query !== '' && { query }),
  };
}

function refusalOf(code: CodeFact | undefined): string | null {
  if (code?.state === 'refused') return code.error;
  return code?.state === 'not-found' ? 'REGISTRATION_CODE_INVALID' : null;
}
