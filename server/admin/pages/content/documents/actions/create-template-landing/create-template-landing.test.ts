import { expect, test } from 'vitest';
import { findFormView, send } from '#tests/helpers/admin-visitor.ts';
import { bench } from '#tests/helpers/backend.ts';
import { findField, serveContent } from '#tests/helpers/content-pages.ts';

const { start } = bench('sqlite');
const FORM = '/admin/content?new=template';

test('A landing begins as a template in a draft, with texts in all languages of the site and its images as uploads', async () => {
  const { backend, publications, visitor, inDraft } = await serveContent(start, {});
  const page = await visitor.get(FORM);
  const choice = findField(page, 'create-from-template', ({ name }) => name === 'template');
  expect(choice?.options?.map(({ value }) => value)).toEqual(['event', 'lead', 'saas', 'shop']);
  const thumbnail = await visitor.get(choice?.options?.[0]?.image ?? '');
  expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const created = await send(visitor, findFormView(page, 'create-from-template'), {
    template: 'event',
    name: 'truffle-dinner',
  });
  const to = new URL(created.location ?? '', 'http://x').searchParams;
  expect([to.get('document'), to.get('part'), to.get('done')]).toEqual([
    'landings/truffle-dinner',
    'texts',
    'documentCreated',
  ]);
  const draft = to.get('draft') ?? '';
  const landing = await inDraft(draft, 'pages-config/landings/truffle-dinner.json');
  expect(landing).toContain('"slug": "truffle-dinner"');
  expect(landing).toContain('"forms/truffle-dinner"');
  expect(landing).not.toContain('template');
  const named = [...landing.matchAll(/"(images\/[^"]+)"/g)].map(([, path]) => path);
  const uploaded = new Set((await backend.uploads.list()).map(({ path }) => path));
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((path) => !uploaded.has(path ?? ''))).toEqual([]);
  expect(JSON.parse(await inDraft(draft, 'locales/en/truffle-dinner.json'))).toHaveProperty('meta.title');
  expect(await inDraft(draft, 'pages-config/site.json')).toContain('"eventMenu"');
  const { errors } = await publications.check(draft);
  expect(errors.map(({ file, message }) => `${file}: ${message}`)).toEqual([]);
});

test('A landing of a template is refused at the field of its id, as it was typed, and no draft is left', async () => {
  const { publications, visitor } = await serveContent(start, {});
  const form = findFormView(await visitor.get(FORM), 'create-from-template');
  const refusal = async (name: string) => {
    const refused = await send(visitor, form, { template: 'shop', name });
    const field = findField(refused, 'create-from-template', (each) => each.name === 'name');
    return [refused.status, field?.value, field?.error];
  };
  expect(await refusal('about-us')).toEqual([422, 'about-us', 'Already used by pages/about-us.']);
  expect(await refusal('graphql')).toEqual([422, 'graphql', '/graphql belongs to the server. Choose another id.']);
  expect(await refusal('Winter Sale')).toEqual([422, 'Winter Sale', expect.stringContaining('such as winter-sale')]);
  expect(await publications.listDrafts()).toEqual([]);
});
