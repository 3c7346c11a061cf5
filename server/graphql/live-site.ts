import { codeMessage } from '#engine/decide/refusal.ts';
import { composeArms } from '#engine/documents/compose.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { localizeText } from '#engine/i18n/localize-text.ts';
import { plainText } from '#engine/i18n/plain-text.ts';
import { defaultLanding } from '#engine/routing/route-table.ts';
import { bindTarget } from '#engine/routing/targets.ts';
import { offerOf } from '#server/do/offer.ts';
import type { GraphqlSite } from './context.ts';

const nothing = { newsletter: { text: '', version: '' }, voucher: null };

/** What the API asks of the site that is being sent; always the newest one. */
export function liveGraphqlSite(site: () => Site): GraphqlSite {
  return {
    offer(id, locale) {
      const current = site();
      const named = namedDocument(current, id ?? '');
      // Everybody may visit a landing, so everybody may name one; a page may have let in only some.
      const landing = named?.kind === 'landing' ? named : current.documents.get(defaultLanding);
      return landing === undefined ? nothing : offerOf(current, landing, 'registration', locale);
    },
    codeMessage(error, locale) {
      const current = site();
      const linkTarget = (name: string) => bindTarget(current, `link:${name}`, locale);
      return plainText(localizeText(current, codeMessage[error], locale, { linkTarget }));
    },
  };
}

/** A document by its id, or several arms of experiments by theirs, as forms name them. */
function namedDocument(site: Site, name: string): ResolvedDocument | null {
  const arms = name.split(' ', MOST_ARMS);
  const [base] = arms.length > 1 ? (site.documents.get(arms[0] ?? '')?.bases ?? []) : arms;
  return base === undefined ? null : composeArms(site, base, arms.length > 1 ? arms : []);
}

const MOST_ARMS = 20;
