import { suggestName } from '#engine/shared/suggest-name.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import { parseTarget } from '../../target.ts';
import type { Rule } from '../rule.ts';

export const linkQuery: Rule = {
  id: 'link-query',
  severity: 'warning',
  description: 'The query of a link begins with one question mark, stands before the anchor, and names each parameter.',
  target: function* ({ value, location }) {
    const mistake = typeof value === 'string' ? findMistake(value) : null;
    if (mistake !== null) yield { location, found: value, ...mistake };
  },
};

type Mistake = Omit<FindingDraft, 'location' | 'found'>;

/** Those of campaigns (Google Analytics). */
const CAMPAIGN = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_id',
  'utm_source_platform',
  'utm_creative_format',
  'utm_marketing_tactic',
];

function findMistake(target: string): Mistake | null {
  const isOfSite = parseTarget(target).kind !== 'url';
  const [before = '', anchor] = target.split(/#(.*)/s);
  if (isOfSite && anchor?.includes('?') === true) {
    const [block = '', query = ''] = anchor.split(/\?(.*)/s);
    return {
      // No block has such an anchor.
      severity: 'error',
      message: 'The query of the link stands behind the anchor, where nothing reads it. Write it before the "#".',
      expected: `${before}?${query}#${block}`,
    };
  }
  if (/%(?![\dA-F]{2})/i.test(target))
    return {
      message: 'A "%" in a link begins the code of a character. Write "%25" for the sign itself.',
      expected: target.replaceAll(/%(?![\dA-F]{2})/gi, '%25'),
    };
  const [path = '', query] = before.split(/\?(.*)/s);
  return query === undefined ? null : findMistakeIn(query, path, isOfSite);
}

function findMistakeIn(query: string, path: string, isOfSite: boolean): Mistake | null {
  if (query.includes('?'))
    return {
      message: 'The link has a second "?". Parameters are joined by "&"; write "%3F" for a question mark in a value.',
      expected: `${path}?${query.replaceAll('?', '&')}`,
    };
  const parameters = query.split('&');
  if (parameters.some((parameter) => parameter.startsWith('amp;')))
    return {
      message: '"&amp;" is how HTML writes "&". Write "&" alone between two parameters of a link.',
      expected: `${path}?${query.replaceAll('&amp;', '&')}`,
    };
  const names = parameters.map((parameter) => parameter.replace(/=.*$/s, ''));
  if (names.includes(''))
    return {
      message: 'A parameter of the link has no name. Write "name=value", joined by one "&", or take it out.',
      expected: 'such as pages/about-us?utm_source=letter&utm_medium=mail',
    };
  const again = isOfSite ? names.find((name, index) => names.indexOf(name) < index) : undefined;
  if (again !== undefined)
    return {
      message: `The link has the parameter "${again}" twice, and pages read one of the two. Keep the right one.`,
      expected: 'every parameter once',
    };
  const misspelled = names.find((name) => name.startsWith('utm') && !CAMPAIGN.includes(name));
  const suggestion = misspelled === undefined ? undefined : suggestName(misspelled, CAMPAIGN);
  if (misspelled === undefined || suggestion === undefined) return null;
  return {
    message: `Analytics do not know the parameter "${misspelled}" of campaigns.`,
    expected: `one of ${CAMPAIGN.join(', ')}`,
    suggestion,
  };
}
