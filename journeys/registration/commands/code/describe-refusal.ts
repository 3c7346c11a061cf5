import { suggestName } from '#engine/shared/suggest-name.ts';
import type { Site } from '#engine/documents/types.ts';
import type { Members } from '#journeys/registration/members/index.ts';
import type { NewCodeInput } from './read-new-code.ts';

type Answer = Awaited<ReturnType<Members['createCode']>>;
type Refusal = Exclude<Answer, { readonly outcome: 'created' }>;

/** Why a code was not created, and what to do instead. */
export function describeRefusal(answer: Refusal, asked: NewCodeInput, site: Site): string {
  const { code, firstName, email, places, landing, voucher } = asked;
  switch (answer.outcome) {
    case 'invalid-code':
      return `"${code}" cannot be a code. A code has 4 to 32 letters of the English alphabet, digits and hyphens, four of them no hyphens.`;
    case 'own-path':
      return `"${code}" is the address "${answer.path}", so visitors would see that page without a prompt for the code. Choose another code.`;
    case 'exists':
      return `There is a code "${code}" already; case and hyphens make no difference. "npm run code -- list ${code}" shows it.`;
    case 'invalid-name':
      return `"${firstName}" is not a first name as guests may read it: 1 to 60 letters, spaces, apostrophes, full stops and hyphens.`;
    case 'invalid-email':
      return `"${email}" is not an e-mail address. Write it as "anna@example.com".`;
    case 'invalid-places':
      return `"--places" takes 1 to ${answer.most}, not ${places}.`;
    case 'already-over':
      return 'The day of "--until" is over. Choose a later one, or leave it out for a code without an end.';
    case 'unknown-landing':
      return unknownLanding(landing ?? '', site);
    case 'voucher-without-landing':
      return `Guests of a code without a landing get what the page of their form promises. Name the landing that promises "${voucher}" with "--landing", or leave out "--voucher".`;
    case 'other-voucher':
      return `"${landing}" promises ${answer.promised === 'none' ? 'no voucher' : `the voucher "${answer.promised}"`}, not "${voucher}". Choose another landing, or change the property "voucher" of its form.`;
  }
}

function unknownLanding(landing: string, site: Site): string {
  const landings = [...site.documents.values()].filter(({ kind }) => kind === 'landing').map(({ id }) => id);
  const meant = suggestName(landing, landings);
  const hint = meant === undefined ? `There are: ${landings.join(', ')}.` : `Did you mean "${meant}"?`;
  return `There is no landing "${landing}". ${hint}`;
}
