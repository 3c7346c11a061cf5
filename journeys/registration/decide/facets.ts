import type { Site, SiteJourney } from '#engine/documents/types.ts';
import type { FacetContext } from '#engine/decide/journey.ts';
import { checkNavigation } from '#engine/routing/navigation.ts';
import { readQueryValue } from '#engine/routing/split-url.ts';
import { getCode } from './code.ts';
import type { TokenPurpose } from './facts.ts';
import { readProduct } from './product.ts';
import { readOwnSession, readTokenEmail } from './session.ts';

export const facets: NonNullable<SiteJourney['facets']> = {
  inviter: {
    read(context) {
      const code = getCode(context);
      return code?.state === 'valid' && code.inviterName !== null ? 'known' : 'unknown';
    },
  },
  code: { read: (context) => (getCode(context)?.state === 'valid' ? 'known' : 'unknown') },
  // The reason why the code's claim is refused replaces it.
  refusal: { read: () => 'invalid' },
  registration: {
    needs: ['session'],
    read: ({ facts }) => (readOwnSession(facts)?.registration?.step === 'finished' ? 'finished' : 'none'),
  },
  activation: { read: ({ query }) => (readQueryValue(query, 'reason') === 'failed' ? 'failed' : 'invalid') },
  waitingList: { read: ({ facts }) => (hasUsed('lobby', facts) ? 'joined' : 'none') },
  preferences: { read: ({ facts }) => (hasUsed('social-second-step', facts) ? 'named' : 'open') },
  voucher: {
    needs: ['session'],
    read({ facts }) {
      const voucher = readOwnSession(facts)?.voucher;
      if (voucher === undefined) return 'none';
      return voucher.minimumOrder === null ? 'any-order' : 'minimum-order';
    },
  },
  product: { read: ({ query }) => (readProduct(query) === null ? 'none' : 'asked') },
  login: { read: ({ site }) => (isAutomatic(site) ? 'automatic' : 'link') },
};

/** Whether the visitor has used a token of this purpose; a token with another address starts again. */
function hasUsed(purpose: TokenPurpose, facts: FacetContext['facts']): boolean {
  const used = readOwnSession(facts)?.used?.[purpose];
  return used !== undefined && (readTokenEmail(purpose, facts) ?? used.email) === used.email;
}

/** The same condition as for the redirect header: the host must be allowed. */
function isAutomatic(site: Site): boolean {
  const { loginUrl } = site.deployment;
  return loginUrl !== undefined && checkNavigation(loginUrl, site).ok;
}
