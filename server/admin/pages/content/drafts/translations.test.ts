import { expect, test } from 'vitest';
import { findFormView, findTable, send, readView } from '#tests/helpers/admin-visitor.ts';
import { bench } from '#tests/helpers/backend.ts';
import { listTables, serveContent } from '#tests/helpers/content-pages.ts';
import type { Answer } from '#tests/helpers/plain-server.ts';

const { start } = bench('sqlite');
const EN = 'locales/en/landing.json';
const DE = 'locales/de/landing.json';

/** A draft in which the English headline is another one. */
async function serve() {
  const served = await serveContent(start, {});
  const { publications, makeDraft, id, visitor } = served;
  const draft = await makeDraft();
  const content = (await publications.readContent()).get(EN)?.replace('Come in', 'Step inside') ?? '';
  await publications.saveFiles({ draft, files: [{ path: EN, content, version: 0 }], actor: id });
  const page = () => visitor.get(`/admin/drafts?draft=${draft}&part=translations`);
  /** The file of a link in the row of German texts. */
  const german = async (column: number): Promise<Answer> => {
    const row = findTable(await page()).rows.find(({ key }) => key === 'de');
    return visitor.get(row?.cells[column]?.href ?? '');
  };
  const bring = async (text: string, name = 'back.xlf') => {
    const form = findFormView(await page(), 'import-translations');
    return send(visitor, form, { language: '', file: new File([text], name) });
  };
  return { ...served, draft, page, german, bring };
}

const facts = (answer: Answer): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readView(answer).sections.flatMap((section) =>
      section.kind === 'facts' ? section.facts.map(({ label, value }) => [label, value]) : [],
    ),
  );

test('Texts of a draft leave as XLIFF, return translated, and are saved in the draft alone', async () => {
  const { page, german, bring, inDraft, live, draft } = await serve();
  const [languages = []] = listTables(await page());
  expect(languages.find(([language]) => language === 'Deutsch')?.slice(0, 4)).toEqual(['Deutsch', '1', 'XLIFF', 'CSV']);
  const sent = (await german(2)).body;
  expect(sent).toContain('Step inside');
  expect(sent).toContain('The source has changed.');
  const target = /<target[^>]*>([^<]*)<\/target>/.exec(sent)?.[1] ?? '';
  const taken = await bring(sent.replace(`>${target}</target>`, '>Nur herein</target>'));
  expect(facts(taken)).toMatchObject({ Saved: '1', Refused: '0' });
  expect(await inDraft(draft, DE)).toContain('Nur herein');
  expect(await live(DE)).not.toContain('Nur herein');
  expect(listTables(await page())[0]?.find(([language]) => language === 'Deutsch')?.[1]).toBe('0');
});

test('A translation that a translator approved as it is counts as up to date in the draft', async () => {
  const { page, german, bring, inDraft, draft } = await serve();
  const sent = (await german(2)).body;
  expect(facts(await bring(sent))).toMatchObject({ 'Confirmed as up to date': '0' });
  const approved = await bring(sent.replaceAll(/<target[^>]*>/g, '<target state="final">'));
  expect(facts(approved)).toMatchObject({ Saved: '0', Unchanged: '1', 'Confirmed as up to date': '1' });
  expect(listTables(await page())[0]?.find(([language]) => language === 'Deutsch')?.[1]).toBe('0');
  expect(JSON.parse((await inDraft(draft, 'locales/confirmed.json')) ?? '')).toEqual({
    de: { 'landing.hero': expect.stringMatching(/^[0-9a-f]{12}$/) },
  });
});

test('A text with a mistake is refused by name, and a file that does not parse changes nothing', async () => {
  const { german, bring, inDraft, draft } = await serve();
  const before = await inDraft(draft, DE);
  const all = (await german(5)).body;
  const withTag = all.replace(/(<target[^>]*>)[^<]*(<\/target>)/, '$1Treten Sie {ein}$2');
  const refused = await bring(withTag);
  expect(facts(refused)['Refused']).toBe('1');
  expect(listTables(refused)[0]?.[0]?.[2]).toMatch(/\{ein\}|ein/);
  const broken = await bring(all.slice(0, -40));
  expect(broken.status).toBe(422);
  expect(findFormView(broken, 'import-translations').fields.find(({ name }) => name === 'file')?.error).toContain(
    'Nothing was written.',
  );
  expect(await inDraft(draft, DE)).toBe(before);
});
