import type { Locator, Page } from 'playwright-core';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { isObject, type JsonObject } from '#engine/documents/json.ts';
import { describePropertyName, splitName } from '#engine/studio/blocks.ts';
import { listInnerFields } from '#engine/studio/inner-fields.ts';
import type { StudioField } from '#engine/studio/protocol.ts';
import { staffTexts } from '#schemas/generated/texts/staff.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import {
  chooseByKeyboard,
  findLabelled,
  findPart,
  openDetails,
  type Part,
  partOf,
  press,
  typeInto,
} from './studio-parts.ts';

/** Milliseconds that the first page of a draft may take. */
const FIRST = 120_000;

/** Texts of the studio in English. */
const words: Readonly<Record<string, string>> = staffTexts.en;
const say = (key: string, name = ''): string => (words[`studio.${key}`] ?? '').replace('{name}', name);
export const nameProperty = (name: string): string => words[`studio.property.${name}`] ?? describePropertyName(name);
export const nameBlock = (type: string): string => words[`studio.type.${type}`] ?? splitName(type);

/** The studio in English as people use it: by pointer and keyboard alone. */
export class StudioUser {
  readonly page: Page;
  readonly outline: Locator;
  readonly frame;

  constructor(page: Page) {
    this.page = page;
    this.outline = page.getByRole('tree', { name: say('outline') });
    this.frame = page.frameLocator(`iframe[title="${say('page')}"]`);
  }

  /** Waits until a page is shown. */
  async opened(): Promise<void> {
    await this.page.locator('.desk').waitFor({ timeout: FIRST });
    await this.frame.locator('main').first().waitFor({ state: 'attached', timeout: FIRST });
  }

  items(): Locator {
    return this.outline.getByRole('treeitem');
  }

  async saved(): Promise<void> {
    await this.page.locator('.save-saved').waitFor();
  }

  /** Removes all blocks of the page by keyboard. */
  async removeAll(): Promise<void> {
    await this.items().first().click();
    while ((await this.items().count()) > 0) await this.#remove();
  }

  /** Removes the blocks inside the selected one. */
  async removeInner(): Promise<void> {
    const levels = (): Promise<readonly number[]> =>
      this.items().evaluateAll((items) => items.map((item) => Number(item.ariaLevel)));
    const index = await this.items().evaluateAll((items) => items.findIndex((item) => item.ariaSelected === 'true'));
    for (let now = await levels(); (now[index + 1] ?? 0) > (now[index] ?? 0); now = await levels()) {
      await this.items()
        .nth(index + 1)
        .click();
      await this.#remove();
    }
    await this.items().nth(index).click();
  }

  async #remove(): Promise<void> {
    const before = await this.items().count();
    await this.page.keyboard.press('Delete');
    await this.#counted(before, -1);
  }

  /** Waits until the outline has more or less items than before. */
  async #counted(before: number, sign: 1 | -1): Promise<void> {
    await this.page.waitForFunction(
      ([count = 0, more = 0]) => (document.querySelectorAll('.outline li[role=treeitem]').length - count) * more > 0,
      [before, sign],
    );
  }

  /** Inserts the first example that a search finds, after the selected block or in a slot of it. */
  async insert(
    search: string,
    { title, slot = '' }: { readonly title: string; readonly slot?: string },
  ): Promise<void> {
    const { page } = this;
    const before = await this.items().count();
    await page.getByRole('button', { name: say('insert'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: say('insert') });
    await dialog.getByRole('searchbox').click();
    await page.keyboard.insertText(search);
    if (slot !== '') await chooseByKeyboard(dialog.getByLabel(say('insertWhere')), `inside ${slot}`);
    await dialog
      .getByRole('button', { name: new RegExp(`^${title}`) })
      .first()
      .click();
    await this.#counted(before, 1);
    await this.outline.getByRole('treeitem', { selected: true }).waitFor();
  }

  /** Gives the selected block an id. */
  async rename(id: string): Promise<void> {
    const field = this.page.getByLabel(say('blockId'), { exact: true });
    if ((await field.inputValue()) === id) return;
    await typeInto(field, id);
    await this.page.keyboard.press('Enter');
  }

  /** Selects the block with this id, found by the arrow keys. */
  async select(id: string): Promise<void> {
    await this.items().first().click();
    const shown = this.page.locator('.properties > .hint').first();
    for (let left = await this.items().count(); left > 0; left -= 1) {
      if ((await shown.textContent()) === id) return;
      await this.page.keyboard.press('ArrowDown');
    }
    throw new Error(`There is no block "${id}".`);
  }

  /** Creates a variant of the page, and waits until it is opened. */
  async createVariant(name: string): Promise<void> {
    await this.page.locator('summary', { hasText: say('variations') }).click();
    await this.page.getByLabel(say('newVariation')).click();
    await this.page.keyboard.insertText(name);
    await this.page.getByRole('button', { name: say('createVariation') }).click();
    await this.page.waitForURL(`**${name}**`);
    await this.opened();
  }

  /** Opens another version of the page. */
  async openVersion(name: string): Promise<void> {
    await this.page.locator('summary', { hasText: say('variations') }).click();
    await this.page.getByRole('link', { name: `landings/${name}`, exact: true }).click();
    await this.page.waitForURL(new RegExp(`${name}&|${name}$`));
    await this.opened();
  }

  /** Fields of the selected block. */
  async fields(): Promise<Part> {
    return partOf(this.page.locator('.properties [role=tabpanel] > .fields'));
  }

  async formFields(): Promise<Part> {
    return partOf(this.page.locator('.properties .form-document .fields'));
  }

  async pageFields(): Promise<Part> {
    await this.page.getByRole('button', { name: say('settings'), exact: true }).click();
    const settings = this.page.locator('.properties .page-settings');
    return partOf(settings.locator(':scope > .fields'));
  }

  /** Makes properties what they shall be. @returns what no control can do */
  async write(scope: Part, fields: readonly StudioField[], wanted: JsonObject): Promise<readonly string[]> {
    const problems: string[] = [];
    for (const field of fields) {
      const found = await this.writeField(scope, field, nameProperty(field.name), wanted[field.name]);
      problems.push(...found.map((problem) => `${field.name}${problem}`));
    }
    return problems;
  }

  async writeField(scope: Part, field: StudioField, title: string, wanted: unknown): Promise<readonly string[]> {
    switch (field.kind) {
      case 'text':
        return this.#writeText(scope, title, wanted);
      case 'object':
        return this.#writeObject(scope, field, title, wanted);
      case 'list':
        return this.#writeList(scope, field, title, wanted);
      case 'other':
        return wanted === undefined ? [] : [': has no control'];
      default:
        return this.#writePlain(scope, field, title, wanted);
    }
  }

  async #writeText(scope: Part, title: string, wanted: unknown): Promise<readonly string[]> {
    const found = await findPart(scope, '.entry.text', title);
    if (wanted === undefined) {
      if (found !== null) await press(found, say('removeNamed', title));
      return [];
    }
    const entry = found ?? (await this.#add(scope, '.entry.text', title));
    const wide = await entry.$('.text-head button');
    if ((await wide?.getAttribute('aria-expanded')) === 'false') await wide?.click();
    if (!isObject(wanted)) return [': is no text'];
    for (const [locale, text] of Object.entries(wanted)) {
      const area = await findLabelled(entry, getNativeLanguageName(locale as Locale));
      if (area === null) return [`: has no field for ${locale}`];
      if ((await area.inputValue()) !== text) await typeInto(area, String(text), this.page);
    }
    return [];
  }

  async #add(scope: Part, selector: string, title: string): Promise<Part> {
    const name = say('add', title);
    const handle = await scope.evaluateHandle(
      (element, label) =>
        [...element.querySelectorAll(':scope > div > button.addition')].find(
          (each) => each.textContent.trim() === label,
        ),
      name,
    );
    const button = handle.asElement();
    if (button === null) throw new Error(`There is no button "${name}".`);
    await button.click();
    const part = await findPart(scope, selector, title);
    if (part === null) throw new Error(`"${name}" added nothing.`);
    return part;
  }

  async #writeObject(scope: Part, field: StudioField, title: string, wanted: unknown): Promise<readonly string[]> {
    const found = await findPart(scope, 'fieldset.group', title);
    if (wanted === undefined) {
      if (found !== null) await press(found, say('removeNamed', title));
      return [];
    }
    if (!isObject(wanted)) return [': is no object'];
    const group = found ?? (await this.#add(scope, 'fieldset.group', title));
    return (await this.#writeInner(group, field, wanted)).map((problem) => `.${problem}`);
  }

  /** Properties of an object; the one that decides about the others first. */
  async #writeInner(scope: Part, field: StudioField, wanted: JsonObject): Promise<readonly string[]> {
    const { by } = field;
    const inner = listInnerFields(field, wanted);
    const first = inner.filter(({ name }) => name === by);
    return this.write(scope, [...first, ...inner.filter(({ name }) => name !== by)], wanted);
  }

  async #writeList(scope: Part, field: StudioField, title: string, wanted: unknown): Promise<readonly string[]> {
    const found = await findPart(scope, 'fieldset.group', title);
    const { item } = field;
    if (wanted === undefined) {
      if (found !== null) await press(found, say('removeNamed', title));
      return [];
    }
    if (!Array.isArray(wanted) || item === undefined) return [': is no list'];
    const list = found ?? (await this.#add(scope, 'fieldset.group', title));
    const readItems = (): Promise<readonly Part[]> => list.$$(':scope > details, :scope > div:not([class])');
    for (let items = await readItems(); items.length > wanted.length; items = await readItems()) {
      const last = items.at(-1);
      if (last === undefined) break;
      await openDetails(last);
      await press(last, say('remove'), ':scope > .actions > button');
    }
    const problems: string[] = [];
    for (const [index, value] of wanted.entries()) {
      if ((await readItems()).length <= index) await press(list, say('addItem'));
      const at = (await readItems())[index];
      if (at === undefined) return [`: has no item ${index}`];
      await openDetails(at);
      const inner =
        item.kind === 'object' && isObject(value)
          ? (await this.#writeInner(at, item, value)).map((problem) => `.${problem}`)
          : await this.writeField(at, item, `${index + 1}.`, value);
      problems.push(...inner.map((problem) => `[${index}]${problem}`));
    }
    return problems;
  }

  /** @param document id of the form document */
  async #createForm(entry: Part, document: string): Promise<readonly string[]> {
    const details = await entry.$('details');
    if (details === null) return [': has no form to create'];
    await openDetails(details);
    const input = await details.$('input');
    if (input === null) return [': has no name of a form'];
    await typeInto(input, document.split('/').at(-1) ?? '', this.page);
    await press(details, say('createForm'));
    await this.page.locator('.properties .form-document').waitFor();
    return [];
  }

  async #writePlain(scope: Part, field: StudioField, title: string, wanted: unknown): Promise<readonly string[]> {
    const entry = await findPart(scope, '.entry', title);
    if (entry === null) return wanted === undefined ? [] : [': has no field'];
    const choose = async (select: Part, value: unknown): Promise<readonly string[]> =>
      (await chooseByKeyboard(select, value === undefined ? '' : String(value), this.page))
        ? []
        : [`: cannot be ${String(value)}`];
    switch (field.kind) {
      case 'icon': {
        const chosen = wanted === undefined ? '' : splitName(String(wanted));
        const details = await entry.$('details');
        if (details !== null) await openDetails(details);
        const label = await entry.evaluateHandle(
          (element, name) =>
            [...element.querySelectorAll('.icon-grid label')].find((each) =>
              name === '' ? each.matches('.icon-none') : each.getAttribute('title') === name,
            ),
          chosen,
        );
        const option = label.asElement();
        if (option === null) return wanted === undefined ? [] : [`: has no icon ${chosen}`];
        await option.click();
        return [];
      }
      case 'boolean': {
        const select = await entry.$('select');
        if (select !== null) return choose(select, wanted);
        const box = await entry.$('input');
        const isWanted = wanted ?? field.usual ?? false;
        if (box !== null && (await box.isChecked()) !== isWanted) {
          await box.focus();
          await this.page.keyboard.press('Space');
        }
        return [];
      }
      case 'choice':
      case 'name':
      case 'picture': {
        const select = await entry.$('select');
        if (select === null) return [': has no choice'];
        const problems = await choose(select, wanted);
        const isNewForm = problems.length > 0 && field.names === 'forms' && typeof wanted === 'string';
        return isNewForm ? this.#createForm(entry, wanted) : problems;
      }
      default: {
        const input = await entry.$('input');
        if (input === null) return [': has no input'];
        const typed = wanted === undefined ? '' : String(wanted);
        if ((await input.inputValue()) !== typed) await typeInto(input, typed, this.page);
        return [];
      }
    }
  }
}
