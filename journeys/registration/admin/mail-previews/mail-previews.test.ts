import { describe, expect, test } from 'vitest';
import { locales } from '#schemas/generated/vocabulary.ts';
import { mailNames } from '#journeys/registration/members/mail-samples/samples.ts';
import { signedIn, readView } from '#tests/helpers/admin-visitor.ts';
import { bench } from '#tests/helpers/backend.ts';
import type { Answer } from '#tests/helpers/plain-server.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';

const site = await projectSite();

const listCards = (answer: Answer) => {
  const section = readView(answer).sections.find(({ kind }) => kind === 'cards');
  if (section?.kind !== 'cards') throw new Error('The page shows no mails.');
  return section.cards;
};

describe('what every mail looks like', () => {
  const { start } = bench('sqlite');

  test('is shown in the language that was chosen, else in that of the page, and leads to the whole mail', async () => {
    const backend = await start();
    const { visitor } = await signedIn(
      await serveSite({ site, backend, settings: testSettings() }),
      backend,
      'support',
    );
    const german = listCards(await visitor.get('/de/admin/mail-previews'));
    expect([german.lang, german.cards.length, german.cards[0]?.link.label]).toEqual([
      'de',
      mailNames.length,
      'Aktivierung',
    ]);
    const page = await visitor.get('/de/admin/mail-previews?language=pl');
    const { lang, views, cards } = listCards(page);
    expect([lang, views.filter(({ current }) => current).map(({ label }) => label)]).toEqual(['pl', ['Polski']]);
    expect(views).toHaveLength(locales.length);
    for (const card of cards) {
      const mail = (await visitor.get(card.link.href)).body;
      expect(mail).toContain('lang="pl"');
      expect(mail).toContain(card.headline);
      expect(mail).toContain(card.button ?? card.subject);
    }
    expect(cards.map(({ headline }) => headline)).not.toEqual(german.cards.map(({ headline }) => headline));
    const unknown = listCards(await visitor.get('/de/admin/mail-previews?language=xx'));
    expect(unknown.lang).toBe('de');
  });

  test('is shown by day, by night and as text alone, with its images, whatever the browser prefers', async () => {
    const backend = await start();
    const { visitor } = await signedIn(
      await serveSite({ site, backend, settings: testSettings() }),
      backend,
      'support',
    );
    const look = async (name: string) => {
      const page = await visitor.get(`/admin/mail-previews?language=pl&look=${name}`);
      const { cards, views } = listCards(page);
      expect(views.every(({ href }) => href.includes(`look=${name}`))).toBe(true);
      return (await visitor.get(cards[0]?.link.href ?? '')).body;
    };
    const [day, night, text] = [await look('day'), await look('night'), await look('text')];
    for (const mail of [day, night]) expect(mail).not.toMatch(/prefers-color-scheme|cid:/);
    expect([day.includes('@media not all'), night.includes('@media all')]).toEqual([true, true]);
    expect([day.includes('content="light"'), night.includes('content="dark"')]).toEqual([true, true]);
    expect(text).toContain('<pre');
    expect(text).not.toContain('<table');
  });
});
