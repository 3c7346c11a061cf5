import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { launchBrowser } from '#tests/setup/launch-browser.ts';
import { percentile } from './parts/percentile.ts';
import { setStage, type Stage } from './parts/stage.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

/** Milliseconds from a keystroke to the changed page. */
const GOAL = { median: 150, high: 300 } as const;
/** The landing with the most blocks. */
const LANDING = 'landings/default';
/** Milliseconds between visits of the site meanwhile. */
const VISIT_EVERY = 100;
/** Milliseconds that the first page of a draft may take. */
const FIRST = 120_000;
/** Edits between pauses, in which the draft is saved. */
const TYPED_AT_ONCE = 20;

export const studio: Proof = {
  summary:
    'Edits of a text in the studio on the largest landing until the page shows them, while the site is visited; a reload of the page beside it.',
  runs: 200,
  run,
};

async function run({ runs, progress }: ProofContext): Promise<ProofResult> {
  const stage = await setStage('sqlite');
  const server = await stage.serve();
  const launched = await launchBrowser();
  const visiting = new AbortController();
  try {
    const page = await openStudio(stage, server.origin, await chromium.connect(launched.wsEndpoint()));
    const visits = visit(server.origin, visiting.signal);
    const edits: number[] = [];
    for (let turn = 0; turn < runs; turn += 1) {
      edits.push(await timeEdit(page, `Edit ${turn}.`));
      if ((turn + 1) % TYPED_AT_ONCE === 0) await sleep(1_500);
      progress(turn + 1);
    }
    await sleep(1_500);
    const reloads: number[] = [];
    for (let turn = 0; turn < Math.ceil(runs / 10); turn += 1) reloads.push(await timeReload(page));
    visiting.abort();
    const visited = await visits;
    const [median, high] = [0.5, 0.95].map((share) => Math.round(percentile(edits, share)));
    return {
      found: [
        ['edits: milliseconds, median · 95 % below', `${median} · ${high}`],
        ['control, reload of the page: milliseconds, median · 95 % below', describe(reloads)],
        ['visits meanwhile', visited.length],
        ['visits meanwhile: milliseconds, median · 95 % below', describe(visited)],
      ],
      broken:
        median !== undefined && high !== undefined && median <= GOAL.median && high <= GOAL.high
          ? []
          : [`An edit takes at most ${GOAL.median} ms in half of all cases and ${GOAL.high} ms in 95 %.`],
    };
  } finally {
    visiting.abort();
    await launched.close();
    await server.stop();
    await stage.close();
  }
}

const describe = (times: readonly number[]): string =>
  [0.5, 0.95].map((share) => Math.round(percentile(times, share))).join(' · ');

async function openStudio(
  stage: Stage,
  origin: string,
  browser: Awaited<ReturnType<typeof chromium.connect>>,
): Promise<Page> {
  const backend = await stage.backend();
  const made = await backend.staff.createAdmin({
    email: 'anna@example.com',
    name: 'Anna Winter',
    password: 'a long password for proofs',
  });
  const subject = made.outcome === 'created' ? made.admin.id : '';
  const { token } = await backend.staff.issueAccessToken({ role: 'admin', subject, replaces: null });
  const { id } = await backend.publications.createDraft({ name: 'Spring', actor: subject });
  await backend.close();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: 'admin', value: token, url: origin }]);
  const page = await context.newPage();
  await page.goto(`${origin}/admin/studio?${new URLSearchParams({ document: LANDING, draft: id }).toString()}`);
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
