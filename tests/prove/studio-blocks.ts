import type { Page } from 'playwright-core';
import { isObject, type JsonObject, parseObject } from '#engine/documents/json.ts';
import { layOut } from '#engine/documents/lay-out.ts';
import type { StudioDocument, StudioStart } from '#engine/studio/protocol.ts';
import { examples } from '#tests/contract/project.ts';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { saveInStudio, withStudioDraft } from './parts/studio-draft.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

/** Blocks of a page: with each change the server makes the whole page again. */
const ON_A_PAGE = 12;
/** Milliseconds that the first page of a draft may take. */
const FIRST = 120_000;

export const studioBlocks: Proof = {
  summary:
    'Every example of every block in the studio: each control of its properties is changed and changed back, each optional property added and removed, items of lists are added, moved and removed, the files are the same bytes, and axe finds nothing.',
  runs: examples.length,
  run,
};

async function run({ runs, progress }: ProofContext): Promise<ProofResult> {
  return withStudioDraft(async ({ browser, address, signIn }) => {
    const page = await signIn(browser);
    const shown = examples.slice(0, runs).map(({ type, block }, index) => renamed(block, `${type}-${index}`));
    const broken: string[] = [];
    const examined = new Set<string>();
    let [controls, done] = [0, 0];
    for (let first = 0; first < shown.length; first += ON_A_PAGE) {
      const document = `landings/examples-${first}`;
      const part = shown.slice(first, first + ON_A_PAGE);
      await saveInStudio(page, address('landings/default'), (landing) => ({
        path: `pages-config/${document}.json`,
        content: makePage(landing, part),
        version: 0,
      }));
      await page.goto(address(document));
      const items = page.getByRole('treeitem');
      await items.first().waitFor({ timeout: FIRST });
      let before = await readFiles(page);
      for (let index = 0; index < (await items.count()); index += 1) {
        await items.nth(index).click();
        const id = await page.locator('.properties > .hint').first().innerText();
        const { changed, problems } = await page.evaluate(changeAndRestore);
        controls += changed;
        broken.push(...problems.map((problem) => `${id}: ${problem}`));
        await page.keyboard.press('Control+s');
        await page.locator('.save-saved').waitFor();
        const after = await readFiles(page);
        if (after !== before)
          broken.push(`${id}: changed back, its files are others. ${firstDifference(before, after)}`);
        before = after;
        const type = await items.nth(index).innerText();
        // All examples of a block have the same controls.
        if (!examined.has(type)) broken.push(...(await accessibilityMistakes(page)).map((each) => `${id}: ${each}`));
        examined.add(type);
      }
      done += part.length;
      progress(done, shown.length);
    }
    return {
      found: [
        ['examples', shown.length],
        ['controls that were changed and changed back', controls],
        ['kinds of blocks that axe examined', examined.size],
      ],
      broken,
    };
  });
}

/** The block and those in it with ids of their own. */
function renamed(block: JsonObject, id: string): JsonObject {
  const { blocks } = block;
  if (!Array.isArray(blocks)) return { ...block, id };
  return {
    ...block,
    id,
    blocks: blocks.map((inner: unknown, index) => (isObject(inner) ? renamed(inner, `${id}-${index}`) : inner)),
  };
}

function makePage(landing: string, blocks: readonly JsonObject[]): string {
  const { slug: _slug, ...head } = parseObject(landing);
  // As files are written, so that what returns has the same bytes.
  return `${layOut({ ...head, blocks }, '', 0)}\n`;
}

/** Files and texts of the draft, as text. */
const readFiles = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const { addresses } = JSON.parse(document.querySelector('#start')?.textContent ?? '') as StudioStart;
    const { files, texts } = (await (await fetch(addresses.open)).json()) as StudioDocument;
    return JSON.stringify({ files: files.map(({ path, text }) => [path, text]), texts });
  });

function firstDifference(before: string, after: string): string {
  const at = [...before].findIndex((sign, index) => sign !== after[index]);
  return `…${before.slice(Math.max(0, at - 60), at + 60)}… → …${after.slice(Math.max(0, at - 60), at + 60)}…`;
}

interface Restored {
  readonly changed: number;
  readonly problems: readonly string[];
}

/** Changes each control of the properties, as typing and pressing do, and changes it back; so with items of lists and optional properties. Runs in the page. */
async function changeAndRestore(): Promise<Restored> {
  const panel = document.querySelector('.properties [role="tabpanel"]');
  const list = (): readonly (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement)[] => [
    ...(panel?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
      ':is(input, textarea, select):enabled:not([type=file], .claims)',
    ) ?? []),
  ];
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
  for (const details of panel?.querySelectorAll('details') ?? []) details.open = true;
  await settle();
  let changed = 0;
  for (let index = 0; index < list().length; index += 1) {
    const control = list()[index];
    if (control === undefined) break;
    if (control instanceof HTMLInputElement && control.type === 'radio') {
      const group = list().filter((each) => each instanceof HTMLInputElement && each.name === control.name);
      const chosen = group.find((each) => each instanceof HTMLInputElement && each.checked);
      if (control === chosen || chosen === undefined) continue;
      control.click();
      await settle();
      chosen.click();
    } else if (control instanceof HTMLInputElement && control.type === 'checkbox') {
      control.click();
      await settle();
      list()[index]?.click();
    } else {
      const was = control.value;
      const other = findOther(control);
      if (other === null) continue;
      write(control, other);
      await settle();
      // Another choice may have other properties below it.
      const now = list()[index];
      if (now !== undefined) write(now, was);
    }
    await settle();
    changed += 1;
  }
  const problems: string[] = [];
  const buttons = (): readonly HTMLButtonElement[] => [
    ...(panel?.querySelectorAll<HTMLButtonElement>('button.addition:enabled') ?? []),
  ];
  // What is added is removed at once, so that the others stay in their places.
  for (let index = 0; index < buttons().length; index += 1) {
    const button = buttons()[index];
    const [place, label = ''] = [button?.parentElement, button?.textContent ?? ''];
    if (button === undefined || place === undefined || place === null) break;
    if (label.startsWith('Remove')) continue;
    const before = new Set(panel?.querySelectorAll('button'));
    button.click();
    await settle();
    const isItem = place.matches('fieldset');
    const added = [...(panel?.querySelectorAll<HTMLButtonElement>('button') ?? [])].filter((each) => !before.has(each));
    const remove = isItem
      ? added.findLast((each) => each.textContent === 'Remove')
      : added.find((each) => each.textContent === label.replace('Add', 'Remove'));
    if (isItem) await moveThere(added.findLast((each) => each.textContent === 'Move up'));
    if (remove === undefined) problems.push(`What "${label}" adds cannot be removed.`);
    (isItem ? lastRemoval(place) : remove)?.click();
    await settle();
    changed += 1;
  }
  return { changed, problems };

  function lastRemoval(around: Element): HTMLButtonElement | undefined {
    const own = [...around.querySelectorAll<HTMLButtonElement>(':scope > * > .actions > button')];
    return own.findLast((each) => each.textContent === 'Remove');
  }

  /** Moves an item up and down again. */
  async function moveThere(up: HTMLButtonElement | undefined): Promise<void> {
    const actions = up?.closest('.actions');
    const above = actions?.parentElement?.previousElementSibling;
    up?.click();
    await settle();
    const down = [...(above?.querySelectorAll<HTMLButtonElement>(':scope > .actions > button') ?? [])];
    down.find((each) => each.textContent === 'Move down')?.click();
    await settle();
  }

  function findOther(control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): string | null {
    if (control instanceof HTMLSelectElement)
      return [...control.options].map(({ value }) => value).find((value) => value !== control.value) ?? null;
    if (control.type === 'number') return String(Number(control.value || '0') + 1);
    if (control.type === 'datetime-local') return control.value === '' ? '2027-01-01T10:00' : '2027-02-03T11:00';
    return `${control.value} "…\\`;
  }

  /** React listens to the event and compares with the value that it set. */
  function write(control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string): void {
    const own = Object.getPrototypeOf(control) as object;
    Object.getOwnPropertyDescriptor(own, 'value')?.set?.call(control, value);
    control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  }
}
