import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#server/platform/database/timestamp.ts';
import type { CreatePreviewInput, PreviewLink, PreviewSubject } from '#server/site/previews/preview-links.ts';
import { bench, type Engine, pageEngines, START } from '#tests/helpers/backend.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { publishedProject, type SmallPublishedProject } from '#tests/helpers/published-project.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';
import { calmExperiment, calmVariant } from '#tests/helpers/small-project.ts';

const site = await projectSite();
const EN = 'locales/en/landing.json';
const actor = 'author-1';
const published: PreviewSubject = { kind: 'published' };

const plain: CreatePreviewInput['facts'] = {
  at: null,
  country: null,
  consent: null,
  webView: false,
  referrer: null,
  variations: {},
};

function previewBench(engine: Engine) {
  const { start } = bench(engine);
  return async function serve(project: SmallPublishedProject = publishedProject()) {
    const backend = await start({ project, documents: () => site });
    const server = await serveSite({ site, backend, settings: testSettings() });
    const { publications, previews, ports } = backend;
    if (previews === null) throw new Error('This backend has a project.');
    const makeDraft = async (hero: string) => {
      const { id } = await publications.createDraft({ name: 'Spring', actor });
      const content = (await publications.readContent()).get(EN)?.replace(/Come in|One/, hero) ?? '';
      await publications.saveFiles({ draft: id, files: [{ path: EN, content, version: 0 }], actor });
      return id;
    };
    const link = async (subject: PreviewSubject, more: Partial<CreatePreviewInput> = {}): Promise<PreviewLink> => {
      const made = await previews.create({ subject, path: '/', locale: 'en', facts: plain, days: 14, actor, ...more });
      if (made === null || made === 'full') throw new Error('Expected a link.');
      return made;
    };
    /** The addresses of the small project have a language, which the site of the server does without. */
    const follow = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await server.visitor(headers).get(path);
      return answer.location === null ? answer : server.visitor(headers).get(answer.location);
    };
    const open = (made: PreviewLink, page = '', headers: Record<string, string> = {}) =>
      follow(previews.buildPath('/', made) + page, headers);
    return { follow, backend, server, publications, previews, makeDraft, link, open, db: ports.database.db };
  };
}

describe.each(pageEngines)('preview links on %s', (engine) => {
  const serve = previewBench(engine);

  test('a link that was revoked, has expired or was never made says so in the language of its visitor', async () => {
    const { backend, previews, link, open, server } = await serve();
    const [revoked, short, other] = [await link(published), await link(published, { days: 1 }), await link(published)];
    expect(await previews.revoke({ id: revoked.id, actor })).toBe(true);
    expect(await previews.revoke({ id: revoked.id, actor })).toBe(false);
    const said = async (made: PreviewLink, path = '/de') => {
      const { status, body, headers } = await open(made, path);
      return [status, headers.get('cache-control'), /<h1>([^<]*)</.exec(body)?.[1]];
    };
    expect(await said(revoked)).toEqual([410, 'private, no-store', 'Dieser Vorschaulink wurde widerrufen.']);
    backend.pass(DAY + HOUR);
    expect(await said(short, '/pl')).toEqual([410, 'private, no-store', 'Ten link do podglądu wygasł.']);
    const right = previews.buildPath('/', other);
    const mangled = [
      right.slice(0, -1),
      `${right.slice(0, -1)}!`,
      `/do/preview/${short.id}${right.slice(-22)}`,
      '/do/preview/x',
    ];
    for (const path of mangled) {
      const { status, body } = await server.visitor({ 'accept-language': 'fr' }).get(path);
      expect([status, /<h1>([^<]*)</.exec(body)?.[1]], path).toEqual([404, 'Ce lien d’aperçu n’existe pas.']);
    }
    backend.pass(45 * DAY);
    await backend.runMaintenance();
    expect(await said(revoked)).toEqual([404, 'private, no-store', 'Diesen Vorschaulink gibt es nicht.']);
  });

  test('the link of a draft shows what it became: its publication, or that it was discarded', async () => {
    const { publications, makeDraft, link, open } = await serve();
    const [spring, autumn] = [await makeDraft('Spring is here'), await makeDraft('Autumn is here')];
    const draftLink = await link({ kind: 'draft', draft: spring });
    const lost = await link({ kind: 'draft', draft: autumn });
    await publications.discardDraft({ draft: autumn, actor });
    const gone = await open(lost, '/en');
    expect([gone.status, gone.body]).toEqual([410, expect.stringContaining('The draft of this link was discarded.')]);
    const request = { note: 'Hello spring', goesLiveAt: START + HOUR, actor, key: 'spring' };
    await publications.publish({ draft: spring, ...request });
    const shown = await open(draftLink);
    expect([shown.status, shown.body]).toEqual([200, expect.stringContaining('Spring is here')]);
    expect(shown.body).toContain('Publication 1: Hello spring');
    expect(shown.body).toContain('The draft of this link was published');
    await publications.withdraw({ revision: 1, actor });
    expect((await open(draftLink)).status).toBe(410);
  });

  test('what is published shows what is scheduled for its moment, an old revision what visitors got then', async () => {
    const { publications, makeDraft, link, open } = await serve();
    const publish = async (hero: string, goesLiveAt: number | null) =>
      publications.publish({ draft: await makeDraft(hero), note: hero, goesLiveAt, actor, key: hero });
    await publish('One', null);
    const later = await link(published, { facts: { ...plain, at: START + 2 * HOUR } });
    await publish('Two', START + HOUR);
    const first = await link({ kind: 'revision', revision: 1 });
    const now = await link(published);
    const hero = async (made: PreviewLink) => /"(One|Two)"/.exec((await open(made)).body)?.[1];
    expect([await hero(now), await hero(later), await hero(first)]).toEqual(['One', 'Two', 'One']);
  });
});

describe('pages of a preview', () => {
  const serve = previewBench('sqlite');

  test('a draft is seen without an account, and not by visitors; links and forms stay in the preview', async () => {
    const { server, makeDraft, link, open, previews } = await serve();
    const made = await link({ kind: 'draft', draft: await makeDraft('Spring is here') });
    const root = previews.buildPath('/', made);
    const page = await open(made);
    expect([page.status, page.document]).toEqual([200, 'landings/default']);
    expect(page.body).toContain('Spring is here');
    expect(page.body).toContain('Draft “Spring”');
    expect(page.body).toContain(`<a href="${root}/de/about-us?a=1&amp;b=2#top">`);
    expect(page.body).toContain('<a href="https://elsewhere.example/">');
    const [, here = ''] = /<form method="post" action="([^"]+)"/.exec(page.body) ?? [];
    expect(here.startsWith(`${root}/`)).toBe(true);
    expect(page.body).toContain(`<button formaction="${here}">`);
    for (const unwanted of ['<script', '/do/seen', 'noscript']) expect(page.body).not.toContain(unwanted);
    expect((await server.visitor().get('/')).body).not.toContain('Spring is here');

    const sent = await server
      .visitor()
      .submit(`preview/${here.slice('/do/preview/'.length)}`, { email: 'a@example.com' }, '/');
    expect([sent.status, sent.location]).toEqual([303, `${here}?preview-form=1`]);
    const after = await server.visitor().get(sent.location ?? '');
    expect(after.body).toContain('Forms have no effect in a preview');
  });

  test('nothing of it is cached, indexed, framed elsewhere, counted or set, and the address leaks to no other site', async () => {
    const { server, link, open, db } = await serve();
    const made = await link(published);
    const tables = ['exposures', 'phase_exposures', 'exposure_counts', 'page_exposure_counts', 'conversions', 'outbox'];
    const rows = async () =>
      Promise.all(
        tables.map(
          async (table) =>
            (
              await db
                .selectFrom(table as 'outbox')
                .selectAll()
                .execute()
            ).length,
        ),
      );
    const before = await rows();
    const { headers } = await open(made, '/en', { 'user-agent': 'Mozilla/5.0' });
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'.*frame-ancestors 'self'; sandbox allow-same-origin/,
      ),
    });
    expect(headers.get('content-security-policy')).not.toMatch(/script/);
    expect(headers.getSetCookie()).toEqual([]);
    expect(await rows()).toEqual(before);
    expect(server.log()).not.toContain(made.id);
  });

  test('countdowns run by the moment of the preview, and no other script runs', async () => {
    const { link, open } = await serve();
    const made = await link(published, { path: '/summer', facts: { ...plain, at: START + 2 * HOUR } });
    const { body, headers } = await open(made);
    const scripts = body.match(/<script.*?<\/script>/g);
    expect(scripts).toEqual([
      '<script>{const now=Date.now;Date.now=()=>now()+7200000}</script>',
      '<script type="module" src="/assets/behaviour-countdown-banner.abc.js"></script>',
    ]);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /; script-src 'sha256-[^']+' https:\/\/www\.example\.com\/assets\/behaviour-countdown-banner\.abc\.js$/,
    );
    expect(policy).not.toContain('connect-src');
    expect(policy).toMatch(/^default-src 'none'/);
  });

  test('Language and variation may be changed, and apply to the pages that follow', async () => {
    const changes = {
      'pages-config/landings/calm.json': calmVariant,
      'pages-config/experiments/calm.json': calmExperiment,
    };
    const { link, open, previews } = await serve(publishedProject(changes));
    const made = await link(published, { facts: { ...plain, variations: { calm: 'calm' } } });
    const root = previews.buildPath('/', made);
    const page = await open(made);
    expect(page.document).toBe('landings/default landings/calm');
    expect(page.body).toMatch(/href="[^"]*\?calm=1" aria-current="true">calm</);
    const other = await open(made, '/en?calm=0');
    expect(other.document).toBe('landings/default');
    expect(other.body).toContain(`${root}/de/about-us?a=1&amp;b=2&amp;calm=0#top`);
    expect((await open(await link(published))).document).toBe('landings/default');
    expect((await open(made, '/de')).body).toContain('<html lang="de">');
  });

  test('who asks whether it is there has no page made, and no more pages are made at a time than there are places for', async () => {
    const project = publishedProject();
    const { link, previews, server } = await serve(project);
    const path = `${previews.buildPath('/', await link(published))}/en`;
    const waiting: (() => void)[] = [];
    let visits = 0;
    const visit = project.visit.bind(project);
    Object.assign(project, {
      async visit(...args: Parameters<typeof visit>) {
        visits += 1;
        await new Promise<void>((resolve) => waiting.push(resolve));
        return visit(...args);
      },
    });
    const head = await fetch(new URL(path, server.url), { method: 'HEAD' });
    expect([head.status, head.headers.get('x-robots-tag'), visits]).toEqual([200, 'noindex', 0]);
    const asked = [1, 2, 3, 4].map(() => server.visitor().get(path));
    await expect.poll(() => waiting.length).toBe(4);
    const next = await server.visitor().get(path);
    expect([next.status, next.headers.get('retry-after'), visits]).toEqual([503, '5', 4]);
    waiting.forEach((resolve) => resolve());
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('content with errors, and a thread that does not answer, are said instead of a failure', async () => {
    const project = publishedProject();
    const { publications, link, open } = await serve(project);
    const { id } = await publications.createDraft({ name: 'Broken', actor });
    const path = 'pages-config/landings/default.json';
    await publications.saveFiles({ draft: id, files: [{ path, content: '{}\n', version: 0 }], actor });
    const broken = await open(await link({ kind: 'draft', draft: id }), '/en');
    expect([broken.status, broken.body]).toEqual([422, expect.stringContaining('its content has errors')]);
    Object.assign(project, { visit: () => Promise.reject(new Error('no answer')) });
    expect((await open(await link(published))).status).toBe(503);
  });
});
