import { describe, expect, test } from 'vitest';
import { findFormView, send } from '#tests/helpers/admin-visitor.ts';
import { bench } from '#tests/helpers/backend.ts';
import { findField, LANDING, serveContent, listTables } from '#tests/helpers/content-pages.ts';
import { swap } from '#tests/helpers/small-project.ts';

describe('redirects of the site', () => {
  const { start } = bench('sqlite');
  const SALE = 'landings/summer';
  const redirectsIn = (text: string | undefined): unknown => JSON.parse(text ?? '{}').redirects ?? {};

  test('visitors of the address that a page had are led to its new one, and back when it gets the old one again', async () => {
    const { visitor, sent, publications, id, makeDraft, inDraft } = await serveContent(start, {});
    const settings = async (draft: string) =>
      findFormView(await visitor.get(`/admin/content?document=${SALE}&draft=${draft}&part=settings`), 'save-settings');
    const typed = ({ fields }: Awaited<ReturnType<typeof settings>>) =>
      Object.fromEntries(fields.map(({ name, value = '', options }) => [name, value || (options?.[0]?.value ?? '')]));
    const draft = await makeDraft();
    const form = await settings(draft);
    expect(form.fields.find(({ name }) => name === 'former')?.label).toContain('/summer');
    await sent(visitor, form, { ...typed(form), slug: 'sale' });
    await sent(visitor, await settings(draft), { ...typed(await settings(draft)), slug: 'great-sale' });
    expect(redirectsIn(await inDraft(draft, 'pages-config/site.json'))).toEqual({ '/summer': SALE });
    expect(
      await publications.publish({ draft, note: 'Moved', goesLiveAt: null, actor: id, key: 'moved' }),
    ).toMatchObject({
      code: 'PUBLISHED',
    });
    const again = await makeDraft('Back');
    await sent(visitor, await settings(again), { ...typed(await settings(again)), slug: 'summer' });
    expect(redirectsIn(await inDraft(again, 'pages-config/site.json'))).toEqual({ '/great-sale': SALE });
    const copy = { name: 'revived', address: 'great-sale', mode: 'copy' };
    const more = await visitor.get(`/admin/content?document=${LANDING}&draft=${again}&part=more`);
    await sent(visitor, findFormView(more, 'copy-document'), copy);
    expect(redirectsIn(await inDraft(again, 'pages-config/site.json'))).toEqual({});
    const other = await makeDraft('Other');
    await sent(visitor, await settings(other), { ...typed(await settings(other)), slug: 'other', former: 'not-found' });
    expect(redirectsIn(await inDraft(other, 'pages-config/site.json'))).toEqual({ '/summer': SALE });
    for (const [former, redirects] of [
      ['redirect', { '/summer': SALE, '/great-sale': SALE }],
      ['not-found', { '/summer': SALE }],
    ] as const) {
      await sent(visitor, await settings(other), { ...typed(await settings(other)), former });
      expect(redirectsIn(await inDraft(other, 'pages-config/site.json'))).toEqual(redirects);
      // What was chosen stays when something else is saved.
      await sent(visitor, await settings(other), { ...typed(await settings(other)), slug: `${former}-two` });
      expect(redirectsIn(await inDraft(other, 'pages-config/site.json'))).toEqual(redirects);
    }
  });

  test('the address of an unpublished page, and those that led to it, lead to the page that was chosen', async () => {
    const { visitor, sent, publications, id, makeDraft, inDraft } = await serveContent(start, {
      'pages-config/site.json': swap('"claims": {', `"redirects": { "/summer-2024": "${SALE}" }, "claims": {`),
    });
    const more = (draft: string) => visitor.get(`/admin/content?document=${SALE}&draft=${draft}&part=more`);
    const draft = await makeDraft();
    const preview = await send(visitor, findFormView(await more(draft), 'preview-unpublish-document'), {
      destination: LANDING,
    });
    await sent(visitor, findFormView(preview, 'unpublish-document'));
    const second = await makeDraft('Second');
    await sent(
      visitor,
      findFormView(
        await send(visitor, findFormView(await more(second), 'preview-unpublish-document'), { destination: LANDING }),
        'unpublish-document',
      ),
    );
    await publications.revertFile({ draft: second, path: `pages-config/${SALE}.json`, actor: id });
    await sent(
      visitor,
      findFormView(
        await send(visitor, findFormView(await more(second), 'preview-unpublish-document'), { destination: '' }),
        'unpublish-document',
      ),
    );
    expect(redirectsIn(await inDraft(second, 'pages-config/site.json'))).toEqual({ '/summer-2024': LANDING });
    expect(redirectsIn(await inDraft(draft, 'pages-config/site.json'))).toEqual({
      '/summer-2024': LANDING,
      '/summer': LANDING,
    });
    expect(await publications.publish({ draft, note: 'Over', goesLiveAt: null, actor: id, key: 'over' })).toMatchObject(
      {
        code: 'PUBLISHED',
      },
    );
  });

  test('redirects of the site are listed, added and removed; an address in use is refused at its field', async () => {
    const { visitor, sent, makeDraft, inDraft } = await serveContent(start, {});
    const draft = await makeDraft();
    const settings = () => visitor.get(`/admin/content?document=site&draft=${draft}&part=settings`);
    const form = findFormView(await settings(), 'save-redirect');
    for (const address of ['/summer', 'summer', '/a b'])
      expect(
        findField(
          await send(visitor, form, { address, destination: LANDING }),
          'save-redirect',
          ({ name }) => name === 'address',
        )?.error,
      ).toEqual(expect.any(String));
    await sent(visitor, form, { address: '/old/page.html', destination: LANDING });
    expect(redirectsIn(await inDraft(draft, 'pages-config/site.json'))).toEqual({ '/old/page.html': LANDING });
    expect(listTables(await settings()).at(-1)).toEqual([['/old/page.html', '/']]);
    await sent(visitor, findFormView(await settings(), 'save-redirect'), {
      address: '/old/page.html',
      destination: '',
    });
    expect(redirectsIn(await inDraft(draft, 'pages-config/site.json'))).toEqual({});
  });
});
