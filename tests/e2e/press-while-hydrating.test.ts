import type { Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { visit } from '#tests/helpers/browser.ts';
import { pickSample } from '#tests/helpers/documents.ts';
import { unfolding } from '#tests/helpers/in-place.ts';
import { holdIslands, live } from '#tests/helpers/islands.ts';

const origin = inject('origin');

interface Held {
  on: boolean;
  readonly turns: (() => void)[];
}

/** React works in turns that it asks a message port for. They come one by one, so that a press can fall between any two. */
async function holdTurns(
  page: Page,
): Promise<{ readonly take: (turns: number) => Promise<void>; readonly release: () => Promise<void> }> {
  await page.addInitScript(() => {
    const held: Held = { on: true, turns: [] };
    Object.assign(window, { held });
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (this: MessagePort, ...message: [never]) {
      if (held.on) held.turns.push(() => post.apply(this, message));
      else post.apply(this, message);
    };
  });
  const begun = () => page.waitForFunction(() => (Reflect.get(window, 'held') as Held).turns.length > 0);
  return {
    async take(turns) {
      await begun();
      for (let turn = 0; turn < turns; turn += 1) {
        await page.evaluate(() => (Reflect.get(window, 'held') as Held).turns.shift()?.());
        // A turn is a task; so is this answer, after it.
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
      }
    },
    release: () =>
      page.evaluate(() => {
        const held = Reflect.get(window, 'held') as Held;
        held.on = false;
        for (const turn of held.turns.splice(0)) turn();
      }),
  };
}

/** As a browser does that translates pages. */
async function alter(page: Page): Promise<void> {
  await page.route(`${origin}/invitation`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('>First name<', '>Given name<') });
  });
}

/** Presses where the element is, once, whatever becomes of it. */
async function press(page: Page, selector: string): Promise<void> {
  const element = page.locator(selector);
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (box === null) throw new Error(`${selector} is not there.`);
  await page.mouse.click(box.x + 12, box.y + 12);
}

const fields = [
  { field: 'a box', selector: 'label:has(#join-form-newsletter)', text: '', sent: 'on woman  DE' },
  { field: 'a choice', selector: '.segments label:nth-of-type(2)', text: '', sent: ' man  DE' },
  { field: 'a text', selector: '#join-form-firstName', text: 'Anne', sent: ' woman Anne DE' },
  { field: 'a list', selector: '#join-form-country', text: 'Pol', sent: ' woman  PL' },
];
const moments = fields.flatMap((field, index) =>
  pickSample(
    [
      { ...field, turns: 0, markup: 'as it was compiled' },
      { ...field, turns: 0, markup: 'altered on the way' },
      { ...field, turns: 1, markup: 'as it was compiled' },
    ],
    3,
    index % 3,
  ),
);

test.for(moments)(
  '$field pressed $turns turns after its root was made counts, with markup $markup',
  async (moment, { expect }) => {
    await visit({}, async ({ page }) => {
      if (moment.markup === 'altered on the way') await alter(page);
      const islands = await holdIslands(page);
      const held = await holdTurns(page);
      await page.goto(`${origin}/invitation`);
      await page.locator('.segments label').first().click();
      islands.release();
      await held.take(moment.turns);
      await press(page, moment.selector);
      if (moment.field === 'a list') await page.keyboard.press('Escape');
      await page.keyboard.type(moment.text);
      await held.release();
      await live(page, 'join');
      const sent = () =>
        page.evaluate(() => {
          const form = new FormData(document.querySelector<HTMLFormElement>('#join-form') ?? undefined);
          return ['newsletter', 'gender', 'firstName', 'country'].map((name) => form.get(name)).join(' ');
        });
      await expect.poll(sent).toBe(moment.sent);
    });
  },
);

/** Sends the form with nothing but its first name, and looks whether that is among its mistakes. */
async function refusesName(page: Page): Promise<boolean> {
  await page.locator('#join-form button[type=submit]').click();
  await page.locator('#join-form [aria-invalid=true]').first().waitFor();
  return (await page.locator('#join-form-firstName').getAttribute('aria-invalid')) === 'true';
}

test('A letter typed during hydration is preserved and counts', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    const islands = await holdIslands(page);
    const held = await holdTurns(page);
    await page.goto(`${origin}/invitation`);
    const firstName = page.locator('#join-form-firstName');
    await firstName.focus();
    islands.release();
    await held.take(1);
    await page.keyboard.type('Anne');
    expect(await firstName.inputValue()).toBe('Anne');
    // On a slow phone all the rest of the form would take a fifth of a second.
    expect(await page.locator('[data-island][data-id=join]').getAttribute('data-live')).toBeNull();
    await held.release();
    await live(page, 'join');
    await page.keyboard.type('-Lie');
    expect(await firstName.inputValue()).toBe('Anne-Lie');
    expect(await refusesName(page)).toBe(false);
  });
});

test('A word that an input method composes during hydration is there once', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    const islands = await holdIslands(page);
    await page.goto(`${origin}/invitation`);
    const firstName = page.locator('#join-form-firstName');
    await firstName.focus();
    const session = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    await compose('Ann');
    islands.release();
    await live(page, 'join');
    await compose('Anne');
    await session.send('Input.insertText', { text: 'Anne' });
    expect(await firstName.inputValue()).toBe('Anne');
    expect(await refusesName(page)).toBe(false);
  });
});

test('A click on a page that is still loading takes effect', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    await page.goto(`${origin}/code`);
    await page.locator('input[name=code]').fill('CERCLE-2026');
    await live(page, 'code');
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (change) => {
        const transition = start(change);
        const slow = (): boolean => {
          // Longer than this test.
          for (const { effect } of document.getAnimations()) {
            if (effect instanceof KeyframeEffect && effect.pseudoElement?.startsWith('::view-transition'))
              effect.updateTiming({ duration: 600_000 });
          }
          return true;
        };
        Object.assign(window, { isMoving: transition.ready.then(slow, () => false) });
        return transition;
      };
    });
    // The answer to a form comes without a transition; a page that takes a busy machine too long does, too.
    const isMoving = () =>
      page.evaluate(async (): Promise<unknown> => {
        await window.vitrine?.navigation?.navigate('/?rc=CERCLE-2026');
        return Reflect.get(window, 'isMoving');
      });
    await expect.poll(isMoving).toBe(true);
    // Sections below the first screen take their place one after the other.
    await expect.poll(() => page.evaluate(unfolding)).toBe(0);
    await press(page, 'label:has(input[name=newsletter])');
    await expect.poll(() => page.locator('input[name=newsletter]').isChecked()).toBe(true);
  });
});
