import { expect, test } from 'vitest';
import { brandedSite as site, osteria } from '#tests/helpers/branded-site.ts';
import { readMailBranding } from './mail-branding.ts';

test('Mails about a page have the sender, the theme and the links of its brand, all others those of the site', () => {
  expect(readMailBranding(site, 'en', 'landings/evening')).toMatchObject({
    senderName: 'The Osteria',
    theme: osteria.brand.mails,
    links: { imprint: 'https://partner.example/imprint', service: 'https://www.example.com/about-us' },
  });
  const own = readMailBranding(site, 'en');
  expect(own).toMatchObject({ theme: site.brand.mails, links: { imprint: 'https://www.example.com/about-us' } });
  expect(own.senderName).toBeUndefined();
  expect(readMailBranding(site, 'en', 'landings/default')).toEqual(own);
});
