import type { ElementHandle, Locator, Page } from 'playwright-core';

/** An element of the studio. */
export type Part = ElementHandle<Element>;

export async function partOf(locator: Locator): Promise<Part> {
  const handle: Part | null = await locator.first().elementHandle();
  if (handle === null) throw new Error(`There is no ${locator.toString()}.`);
  return handle;
}

/** The direct child with this name. */
export async function findPart(scope: Part, selector: string, title: string): Promise<Part | null> {
  const handle = await scope.evaluateHandle(
    (element, [wanted = '', name]) =>
      [...element.children].find(
        (child) =>
          child.matches(wanted) &&
          child.querySelector(':scope > legend, :scope > label, :scope > .text-head > span')?.textContent.trim() ===
            name,
      ),
    [selector, title],
  );
  return handle.asElement();
}

/** The field of a label inside. */
export async function findLabelled(scope: Part, label: string): Promise<ElementHandle<HTMLTextAreaElement> | null> {
  const handle = await scope.evaluateHandle((element, name) => {
    const found = [...element.querySelectorAll('label')].find((each) => each.textContent.trim() === name);
    return found?.control instanceof HTMLTextAreaElement ? found.control : null;
  }, label);
  return handle.asElement() as ElementHandle<HTMLTextAreaElement> | null;
}

export async function press(scope: Part, name: string, selector = ':scope > button'): Promise<void> {
  const handle = await scope.evaluateHandle(
    (element, [wanted = '', label]) =>
      [...element.querySelectorAll<HTMLElement>(wanted)].find((each) => each.textContent.trim() === label),
    [selector, name],
  );
  const button = handle.asElement();
  if (button === null) throw new Error(`There is no button "${name}".`);
  await button.click();
}

export async function openDetails(details: Part): Promise<void> {
  if (await details.evaluate((element) => element instanceof HTMLDetailsElement && !element.open))
    await (await details.$('summary'))?.press('Enter');
}

/** Replaces what a field holds by keyboard. */
export async function typeInto(field: Locator | Part, text: string, page?: Page): Promise<void> {
  await field.focus();
  const { keyboard } = page ?? (field as Locator).page();
  await keyboard.press('Control+a');
  if (text === '') await keyboard.press('Delete');
  else await keyboard.insertText(text);
}

/** Chooses an option with the keys that a closed list knows. @returns whether there is such an option */
export async function chooseByKeyboard(select: Locator | Part, value: string, page?: Page): Promise<boolean> {
  const { keyboard } = page ?? (select as Locator).page();
  const part = 'elementHandle' in select ? await partOf(select) : select;
  const [now, values, labels] = await part.evaluate((element): [number, string[], string[]] => {
    if (!(element instanceof HTMLSelectElement)) return [-1, [], []];
    const enabled = [...element.options].filter(({ disabled }) => !disabled);
    return [
      enabled.findIndex(({ selected }) => selected),
      enabled.map((each) => each.value),
      enabled.map(({ text }) => text.trim()),
    ];
  });
  const at = values.includes(value) ? values.indexOf(value) : labels.indexOf(value);
  if (at < 0) return false;
  await select.focus();
  const key = at > now ? 'ArrowDown' : 'ArrowUp';
  for (let steps = Math.abs(at - now); steps > 0; steps -= 1) await keyboard.press(key);
  return true;
}
