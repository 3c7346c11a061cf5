import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Accessibility mistakes that axe-core sees (WCAG 2.2 A and AA and its best practices), one line each. The script
 * goes in through the DevTools protocol, so the page's Content-Security-Policy stays as it is.
 *
 * @param without Names of rules that do not apply.
 */
export async function accessibilityMistakes(page: Page, without: readonly string[] = []): Promise<string[]> {
  // Once for each document: to read the script takes longer than to run it.
  if (!(await page.evaluate(() => 'axe' in window))) await addAxe(page);
  await standsStill(page);
  // The size of targets (2.5.8) is a rule that axe-core leaves out unless it is asked for.
  const rules = { 'target-size': { enabled: true }, ...Object.fromEntries(without.map((rule) => [rule, OFF])) };
  const options = { resultTypes: ['violations'], rules };
  const results = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) =>
        `${id}: ${help} · ${target.join(' ')} · ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
}

const OFF = { enabled: false };

async function addAxe(page: Page): Promise<void> {
  await page.evaluate(axe);
  // Under forced colours Chromium leaves the author's colour in this property, which axe-core reads first.
  await page.evaluate(() => {
    const { getPropertyValue } = CSSStyleDeclaration.prototype;
    CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
      return getPropertyValue.call(this, name === '-webkit-text-fill-color' ? 'color' : name);
    };
  });
}

/** Waits for transitions and animations that end: a colour on its way to another one is not the page's. */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ playState, timeline, effect }) => {
      const isEnding = effect !== null && effect.getComputedTiming().endTime !== Infinity;
      return isEnding && playState === 'running' && timeline === document.timeline;
    });
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
