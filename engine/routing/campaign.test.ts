import { expect, test } from 'vitest';
import { withoutCampaign } from './campaign.ts';

test.each([
  ['', ''],
  ['utm_source=mail&utm_medium=cpc&gclid=1', ''],
  ['rc=ANNA-50&utm_source=mail', 'rc=ANNA-50'],
  ['fbclid=a&pdp=12&_gl=b', 'pdp=12'],
  ['utm=x&gclids=1', 'utm=x&gclids=1'],
  ['xgclid=1&utm_=1&utm_1=1', 'xgclid=1&utm_=1&utm_1=1'],
  ['gbraid=1&wbraid=1&gad_source=1&dclid=1&msclkid=1&ttclid=1&twclid=1&yclid=1&li_fat_id=1&igshid=1', ''],
  ['mc_cid=1&mc_eid=1&_ga=1&a=1', 'a=1'],
  ['mc_aid=1&_gx=1', 'mc_aid=1&_gx=1'],
  ['gclid&rc=gclid', 'rc=gclid'],
  ['a=b=c&&d', 'a=b=c&&d'],
])('of the query "%s" links carry "%s": campaign parameters are for analytics alone', (query, rest) => {
  expect(withoutCampaign(query)).toBe(rest);
});
