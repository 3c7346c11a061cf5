import { expect, test } from 'vitest';
import type { CompileInput } from '#engine/compile/types.ts';
import { START } from '#tests/helpers/backend.ts';
import { plainCompile } from '#tests/helpers/plain-compile.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import type { PreviewVisit } from '#server/site/publications/visit.ts';
import { visitPage } from './visit-page.ts';

const own = await projectSite();
/** With an app. */
const site = { ...own, deployment: { ...own.deployment, webViewScheme: 'com.example.app' } };
const plain: PreviewVisit['facts'] = {
  at: null,
  country: null,
  consent: null,
  webView: false,
  referrer: null,
  variations: {},
};

async function visited(url: string, facts: Partial<PreviewVisit['facts']> = {}, now = START) {
  const compiled: CompileInput[] = [];
  const compile = (input: CompileInput) => {
    compiled.push(input);
    return plainCompile(input);
  };
  const outcome = await visitPage(site, compile, { url, locale: 'en', now, facts: { ...plain, ...facts } });
  return { outcome, input: compiled[0] };
}

test('A referrer is greeted as with a code that was looked up, without the look-up', async () => {
  const referrer = { code: 'PREVIEW', name: 'Anna' };
  const { outcome } = await visited('/', { referrer });
  expect(outcome).toMatchObject({ code: 'PAGE', status: 200, document: site.config.documents.invited });
  expect(outcome).toMatchObject({ html: expect.stringContaining('<b id="name">Anna</b>') });
  expect((await visited('/')).outcome).toMatchObject({ html: expect.stringContaining('<b id="name"></b>') });
});

test('the moment opens and closes windows, the answer about consent and the app are facets, the country is suggested', async () => {
  const during = Date.parse('2027-11-26T12:00+01:00');
  const later = Date.parse('2099-03-01T12:00+01:00');
  const documents = [];
  for (const now of [during, later]) documents.push((await visited('/black-friday', {}, now)).input?.document);
  expect(documents[0]).toBe('landings/black-friday');
  expect(documents[1]).not.toBe('landings/black-friday');
  const { input } = await visited('/', { consent: [], webView: true, country: 'SE' });
  expect(input).toMatchObject({ facets: { consent: 'refused', webView: 'yes' }, country: 'SE' });
});

test('a redirect keeps what was asked for and nothing of the conditions', async () => {
  const [experiment] = site.experiments;
  const variations = { [experiment?.key ?? '']: experiment?.variations[1]?.key ?? '' };
  const referrer = { code: 'PREVIEW', name: null };
  const { outcome } = await visited('//about-us//?a=1', { variations, referrer });
  expect(outcome).toEqual({ code: 'REDIRECT', location: '/about-us?a=1' });
});
