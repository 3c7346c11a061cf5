import { campaignParameter } from '#engine/base/reserved.ts';

/**
 * The query without campaign parameters, otherwise as written. Links carry only what is left, so that paid visitors share
 * one page; why that loses nothing is explained in docs/decisions/001-language-switch-without-script.md.
 */
export function withoutCampaign(query: string): string {
  if (query === '') return '';
  return query
    .split('&')
    .filter((pair) => !campaignParameter.test(pair.split('=', 1)[0] ?? ''))
    .join('&');
}
