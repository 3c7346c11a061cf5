import { inject, test } from 'vitest';
import { ASSIGNMENTS_COOKIE, VISITOR_COOKIE, writeStickyAssignments } from '#engine/shared/experiment-cookies.ts';
import { Flags } from '#engine/experiments/flags.ts';
import { buildPayload } from '#engine/experiments/payload.ts';
import { CHROME, visitorId } from '#tests/helpers/experiments.ts';
import { slowDown, visit, type Visit } from '#tests/helpers/browser.ts';
import { layoutShifts } from '#tests/helpers/layout.ts';
import { projectSite } from '#tests/helpers/project-site.ts';

const origin = inject('origin');
const { experiments } = await projectSite();
const flags = new Flags(buildPayload(experiments, Date.now()));
const attributes = { locale: 'en', applicationCountry: '', device: 'desktop', webView: false } as const;

/** Cookies of a visitor to whom an experiment gives a variation, as the release before wrote them: nothing proves them but that the id gives the same. */
function makeVisitor(key: string, variation: string): readonly { readonly name: string; readonly value: string }[] {
  const feature = experiments.find((experiment) => experiment.key === key)?.feature ?? '';
  const ids = Array.from({ length: 200 }, (_, index) => visitorId(index));
  const assigned = (id: string) => flags.evaluatorFor(id, attributes, {})(feature)?.assignment;
  const found = ids.find((id) => assigned(id)?.variation === variation);
  const bucket = found && assigned(found)?.bucket;
  if (found === undefined || bucket === undefined)
    throw new Error(`No visitor gets the variation "${variation}" of "${key}".`);
  const given = writeStickyAssignments([{ bucket, variation, at: Date.now(), stored: false }]);
  return [
    { name: VISITOR_COOKIE, value: found },
    { name: ASSIGNMENTS_COOKIE, value: given },
  ];
}

const options = { locale: 'en', userAgent: CHROME, size: 'desktop' } as const;
/** Variations of the start page differ by their headline. */
const headline = ({ page }: Visit): Promise<string> => page.locator('#hero h1').innerText();

async function bring({ page }: Visit, cookies: ReturnType<typeof makeVisitor>): Promise<void> {
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: origin })));
}

test('the other variation is in the first byte, shifts nothing and asks for nothing more, on a slow phone too', async ({
  expect,
}) => {
  const look = (path: string, id: ReturnType<typeof makeVisitor> | null) =>
    visit({ ...options, size: 'phone' }, async (there) => {
      if (id !== null) await bring(there, id);
      await slowDown(there.page, { cpu: 4, network: 'slow 4G' });
      const answer = await there.page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
      const kinds = there.requests.map((request) => request.resourceType());
      return {
        first: (await answer?.text()) ?? '',
        title: await headline(there),
        shifts: await layoutShifts(there.page),
        documents: kinds.filter((kind) => kind === 'document').length,
        scripts: kinds.filter((kind) => kind === 'script' || kind === 'fetch' || kind === 'xhr').length,
      };
    });
  const base = await look('/?disablegb=true', null);
  const variation = await look('/', makeVisitor('short-hero', 'short'));
  expect(variation.title).not.toBe(base.title);
  expect(variation.first).toContain(variation.title.split(/\s+/)[0]);
  expect(variation).toMatchObject({ shifts: [], documents: 1, scripts: base.scripts });
});

test('the variation stays before and after consent, and until then no cookie outlives the session', async ({
  expect,
}) => {
  await visit(options, async (there) => {
    const { page } = there;
    await page.goto(origin);
    const title = await headline(there);
    const before = await page.context().cookies();
    expect(before.map(({ name }) => name)).toEqual(expect.arrayContaining(['vitrine_visitor', 'vitrine_arms']));
    expect(before.filter(({ expires }) => expires !== -1)).toEqual([]);
    await page.reload();
    expect(await headline(there)).toBe(title);

    const answer = await page.context().request.post(`${origin}/do/consent`, {
      headers: { 'sec-fetch-site': 'same-origin', referer: `${origin}/` },
      form: { choice: 'all' },
    });
    expect(answer.ok()).toBe(true);
    await page.reload();
    expect(await headline(there)).toBe(title);
    const after = await page.context().cookies();
    const id = (cookies: typeof after) => cookies.find(({ name }) => name === 'vitrine_visitor');
    expect(id(after)?.value.replace(/\.1$/, '')).toBe(id(before)?.value);
    expect(id(after)?.expires).toBeGreaterThan(0);
  });
});

test('an experimenter sees both variations by links that count for nothing', async ({ expect }) => {
  const variations = [0, 1].map((index) =>
    visit(options, async (there) => {
      const answer = await there.page.goto(`${origin}/?short-hero=${index}`);
      expect(answer?.headers()['cache-control']).toBe('private, no-store');
      expect(await there.page.context().cookies()).toEqual([]);
      return headline(there);
    }),
  );
  const [first, second] = await Promise.all(variations);
  expect(second).not.toBe(first);
});
