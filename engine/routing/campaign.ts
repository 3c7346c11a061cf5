/** Parameters that advertisers add to addresses; only analytics reads them, and analytics reads the address itself. */
const campaign =
  /^(?:utm_[a-z_]+|gclid|gbraid|wbraid|gad_source|dclid|fbclid|msclkid|ttclid|twclid|yclid|li_fat_id|igshid|mc_[ce]id|_g[al])$/;

/**
 * The query without campaign parameters, otherwise as written. Links carry only what is left, so that paid visitors share
 * one page; why that loses nothing is told in docs/decisions/001-language-switch-without-script.md.
 */
export function withoutCampaign(query: string): string {
  if (query === '') return '';
  return query
    .split('&')
    .filter((pair) => !campaign.test(pair.split('=', 1)[0] ?? ''))
    .join('&');
}
