import { expect, test } from 'vitest';
import { decide } from '#engine/decide/decide.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { openPages } from '#tests/helpers/documents.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { listDefaultPages, getDefaultFacets } from './default-pages.ts';

const site = await projectSite();
const moments = ['2026-11-20T12:00Z', '2026-11-25T12:00Z', '2026-11-30T12:00Z', '2027-02-01T12:00Z'].map((at) =>
  Date.parse(at),
);

test.each(moments)('what is compiled ahead is what a first visitor is sent (%d)', (now) => {
  const made = [...listDefaultPages(site, now)];
  let compared = 0;
  for (const { path, locale } of openPages()) {
    const decision = decide(makeFacts({ url: path, acceptLanguage: locale, now }), site);
    if (decision.kind !== 'page') continue;
    const { document, facets } = decision;
    expect
      .soft(made.find((page) => page.document === document && page.locale === locale)?.facets, path)
      .toEqual(facets);
    compared += 1;
  }
  expect(compared).toBeGreaterThan(100);
});

test('pages that take members to the login by themselves are compiled ahead as such', () => {
  const automatic = { ...site, deployment: { ...site.deployment, loginUrl: `${site.deployment.publicOrigin}/login` } };
  const id = 'pages/registration/registrationformemailactivecomplete';
  expect(getDefaultFacets(site, id, Date.now())).toMatchObject({ login: 'link' });
  expect(getDefaultFacets(automatic, id, Date.now())).toMatchObject({ login: 'automatic' });
});
