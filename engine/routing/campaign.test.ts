import { expect, test } from 'vitest';
import { withoutCampaign } from './campaign.ts';

test.each([
  ['', ''],
  ['utm_source=mail&utm_medium=cpc&gclid=1', ''],
  ['rc=ANNA-50&utm_source=mail', 'rc=ANNA-50'],
  ['fbclid=a&pdp=12&_gl=b', 'pdp=12'],
  ['utm=x&gclids=1', 'utm=x&gclids=1'],
])('of the query "%s" links carry "%s": campaign parameters are for analytics alone', (query, kept) => {
  expect(withoutCampaign(query)).toBe(kept);
});
