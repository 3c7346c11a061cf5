import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { parseObject, selectObjects } from '#engine/documents/json.ts';
import { percentile } from './parts/percentile.ts';
import { saveInStudio, type StudioDraft, withStudioDraft } from './parts/studio-draft.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

/** Milliseconds from a keystroke to the changed page. */
const GOAL = { median: 150, high: 300 } as const;
/** The landing with the most blocks. */
const LANDING = 'landings/default';
/** A page of this many blocks takes at most this many times as long. */
const LARGE = { document: 'landings/large', blocks: 60, times: 2 } as const;
/** Milliseconds between visits of the site meanwhile. */
const VISIT_EVERY = 100;
/** Milliseconds that the first page of a draft may take. */
const FIRST = 120_000;
/** Edits between pauses, in which the draft is saved. */
const TYPED_AT_ONCE = 20;

export const studio: Proof = {
  summary:
    'Edits of a text in the studio on the largest landing, and on a page of 60 blocks, until the page shows them, while the site is visited; a reload of the page beside it.',
  runs: 200,
  run,
};

function run(context: ProofContext): Promise<ProofResult> {
  const visiting = new AbortController();
  return withStudioDraft((draft) => measureAll(draft, context, visiting).finally(() => visiting.abort()));
}

async function measureAll(
  { origin, browser, address, signIn }: StudioDraft,
  { runs, progress }: ProofContext,
  visiting: AbortController,
): Promise<ProofResult> {
  const visits = visit(origin, visiting.signal);
  const measure = async (document: string, before: number): Promise<Measured> => {
    const page = await openStudio(await signIn(browser), address(document));
    const edits: number[] = [];
    for (let turn = 0; turn < runs; turn += 1) {
      edits.push(await timeEdit(page, `Edit ${turn}.`));
      if ((turn + 1) % TYPED_AT_ONCE === 0) await sleep(1_500);
      progress(before + turn + 1, 2 * runs);
    }
    await sleep(1_500);
    const reloads: number[] = [];
    for (let turn = 0; turn < Math.ceil(runs / 10); turn += 1) reloads.push(await timeReload(page));
    await page.context().close();
    return { edits, reloads };
  };
  const usual = await measure(LANDING, 0);
  await saveLargePage(await signIn(browser), address(LANDING));
  const large = await measure(LARGE.document, runs);
  visiting.abort();
  const visited = await visits;
  return {
    found: [
      ['edits: milliseconds, median · 95 % below', describe(usual.edits)],
      ['control, reload of the page: milliseconds, median · 95 % below', describe(usual.reloads)],
      [`edits of a page of ${LARGE.blocks} blocks`, describe(large.edits)],
      [`control, reload of a page of ${LARGE.blocks} blocks`, describe(large.reloads)],
      ['visits meanwhile', visited.length],
      ['visits meanwhile: milliseconds, median · 95 % below', describe(visited)],
    ],
    broken: [
      ...listBroken(usual.edits, 1, 'An edit'),
      ...listBroken(large.edits, LARGE.times, `An edit of a page of ${LARGE.blocks} blocks`),
    ],
  };
}

const describe = (times: readonly number[]): string =>
  [0.5, 0.95].map((share) => Math.round(percentile(times, share))).join(' · ');

interface Measured {
  readonly edits: readonly number[];
  readonly reloads: readonly number[];
}

function listBroken(edits: readonly number[], times: number, what: string): readonly string[] {
  const [median, high] = [GOAL.median * times, GOAL.high * times];
  const isGood = percentile(edits, 0.5) <= median && percentile(edits, 0.95) <= high;
  return isGood ? [] : [`${what} takes at most ${median} ms in half of all cases and ${high} ms in 95 %.`];
}

/** Saves a page of many blocks in the draft. */
async function saveLargePage(page: Page, address: string): Promise<void> {
  await saveInStudio(page, address, (landing) => ({
    path: `pages-config/${LARGE.document}.json`,
    content: makeLargePage(landing),
    version: 0,
  }));
  await page.context().close();
}

/** The landing with its sections repeated. */
function makeLargePage(landing: string): string {
  const document = parseObject(landing);
  const blocks = selectObjects(document['blocks']);
  const repeated = blocks.filter(({ type }) => REPEATED.has(String(type)));
  const end = blocks.findIndex(({ id }) => id === 'closing');
  const missing = LARGE.blocks - blocks.length;
  const more = Array.from({ length: missing }, (_, index) => ({
    ...repeated[index % repeated.length],
    id: `more-${index}`,
  }));
  const { slug: _slug, ...head } = document;
  return `${JSON.stringify({ ...head, blocks: blocks.toSpliced(end, 0, ...more) }, null, 2)}\n`;
}

/** Sections without forms and without links to their own anchors. */
const REPEATED: ReadonlySet<string> = new Set(['steps', 'interlude', 'benefits', 'brand-carousel', 'stores', 'faq']);

async function openStudio(page: Page, address: string): Promise<Page> {
  await page.goto(address);
  await page.frameLocator('.view iframe').locator('h1').first().click({ timeout: FIRST });
  await page.locator('.properties .text textarea').first().waitFor();
  return page;
}

/** Requests the home page until it is aborted. @returns milliseconds of each visit */
async function visit(origin: string, signal: AbortSignal): Promise<readonly number[]> {
  const times: number[] = [];
  while (!signal.aborted) {
    const started = performance.now();
    await (await fetch(`${origin}/`, { headers: { 'x-forwarded-proto': 'https' } })).text();
    times.push(performance.now() - started);
    await sleep(VISIT_EVERY);
  }
  return times;
}

/** Milliseconds from typing a text to the page that shows it. */
const timeEdit = (page: Page, mark: string): Promise<number> =>
  page.evaluate<number, string>(
    (typed) =>
      new Promise((resolve, reject) => {
        const field = document.querySelector<HTMLTextAreaElement>('.properties .text textarea');
        const shown = document.querySelector<HTMLIFrameElement>('.view iframe')?.contentDocument;
        if (!field || !shown) return reject(new Error('The studio shows no page.'));
        const started = performance.now();
        const observer = new MutationObserver(() => {
          if (!shown.body.textContent.includes(typed)) return;
          observer.disconnect();
          resolve(performance.now() - started);
        });
        observer.observe(shown, { subtree: true, childList: true, characterData: true });
        field.focus();
        field.select();
        document.execCommand('insertText', false, typed);
      }),
    mark,
  );

/** Milliseconds of a full reload of the page in its frame. */
const timeReload = (page: Page): Promise<number> =>
  page.evaluate<number>(
    () =>
      new Promise((resolve, reject) => {
        const frame = document.querySelector<HTMLIFrameElement>('.view iframe');
        if (!frame) return reject(new Error('The studio shows no page.'));
        const started = performance.now();
        frame.addEventListener('load', () => resolve(performance.now() - started), { once: true });
        frame.contentWindow?.location.reload();
      }),
  );
