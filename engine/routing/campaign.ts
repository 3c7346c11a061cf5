import { campaignParameter } from '#engine/shared/reserved.ts';

/**
 * The query without campaign parameters, otherwise as written, for links, so that paid visitors share
 * one cached page; see docs/decisions/001-language-switch-without-script.md.
 */
export function withoutCampaign(query: string): string {
  if (query === '') return '';
  return query
    .split('&')
    .filter((pair) => !campaignParameter.test(pair.split('=', 1)[0] ?? ''))
    .join('&');
}
