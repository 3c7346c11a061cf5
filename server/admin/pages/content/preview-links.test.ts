import { describe, expect, test } from 'vitest';
import type { FormView } from '#engine/shared/data-view.ts';
import { findFormView, listNotes, send, signedIn, readView } from '#tests/helpers/admin-visitor.ts';
import { bench } from '#tests/helpers/backend.ts';
import type { Answer } from '#tests/helpers/plain-server.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { publishedProject } from '#tests/helpers/published-project.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';
import { calmExperiment, calmVariant } from '#tests/helpers/small-project.ts';

const site = await projectSite();

/** What a list says beside a page. */
const listConditions = (answer: Answer, path: string): string | undefined =>
  readView(answer)
    .sections.flatMap((section) => (section.kind === 'table' ? section.table.rows : []))
    .find(({ cells }) => cells[0]?.text === path)?.cells[1]?.text;

describe('preview links of a draft', () => {
  const { start } = bench('sqlite');

  test('a preview link is created with its conditions, listed beside its draft, and revoked', async () => {
    const project = publishedProject({
      'pages-config/landings/calm.json': calmVariant,
      'pages-config/experiments/calm.json': calmExperiment,
    });
    const backend = await start({ project, documents: () => site });
    const server = await serveSite({ site, backend, settings: testSettings() });
    const { visitor, id } = await signedIn(server, backend, 'author');
    const { publications } = backend;
    const sent = async (form: FormView, typed?: Record<string, string>) => {
      const answer = await send(visitor, form, typed);
      return answer.location === null ? answer : visitor.get(answer.location);
    };
    const { id: draft } = await publications.createDraft({ name: 'Spring', actor: id });
    const path = 'pages-config/landings/summer.json';
    const content = `${(await publications.readContent()).get(path)}\n`;
    await publications.saveFiles({ draft, files: [{ path, content, version: 0 }], actor: id });
    const at = `/admin/drafts?draft=${draft}`;
    const form = findFormView(await visitor.get(at), 'create-draft-preview');
    const usual = Object.fromEntries(form.fields.map(({ name, value = '' }) => [name, value]));
    expect(usual).toMatchObject({ document: 'landings/summer', locale: 'en', consent: 'open', days: '14' });
    const wrong = { at: 'soon', country: 'Sweden', code: 'A!', days: '91', document: 'landings/none' };
    const refused = findFormView(await sent(form, { ...usual, ...wrong }), 'create-draft-preview');
    expect(refused.fields.filter(({ error }) => error).map(({ name }) => name)).toEqual([
      'document',
      'at',
      'country',
      'code',
      'days',
    ]);
    const typed = {
      at: '2026-11-27T00:00',
      country: 'se',
      consent: 'granted',
      referrer: 'Anna',
      'variation-calm': 'calm',
    };
    const made = await sent(form, { ...usual, ...typed });
    const [address = ''] = readView(made).sections.flatMap((section) =>
      section.kind === 'copy' ? [section.copy.value] : [],
    );
    expect(address).toMatch(/^http:\/\/localhost:3000\/do\/preview\/[\w-]{44}$/);
    const [link] = (await backend.previews?.list({ kind: 'draft', draft })) ?? [];
    expect(link).toMatchObject({
      path: '/summer',
      createdBy: id,
      facts: {
        at: Date.parse('2026-11-27T00:00+01:00'),
        country: 'SE',
        consent: ['statistics', 'marketing'],
        referrer: { code: 'PREVIEW', name: 'Anna' },
        variations: { calm: 'calm' },
      },
    });
    const page = await visitor.get(at);
    expect(listConditions(page, '/summer')).toMatch(/SE · calm: calm · Consent: Granted · Anna$/);
    expect(listNotes(await sent(findFormView(page, `revoke-${link?.id}`)))).toContain('The preview link is revoked.');
    expect(await backend.previews?.list({ kind: 'draft', draft })).toEqual([]);
  });
});
