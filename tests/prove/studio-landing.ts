import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { isObject, type JsonObject, listStrings, parseObject, selectObjects } from '#engine/documents/json.ts';
import { readTemplate } from '#engine/documents/landing-templates/read-template.ts';
import type { StudioDocument, StudioStart } from '#engine/studio/protocol.ts';
import { listBlockFields, readFormFields, readPageFields } from '#server/admin/pages/content/studio/fields.ts';
import { root } from '#server/platform/paths.ts';
import { consentCookies } from '#tests/helpers/consent-cookie.ts';
import { CHROME } from '#tests/helpers/experiments.ts';
import { chooseByKeyboard } from '#tests/helpers/studio-parts.ts';
import { nameBlock, nameProperty, StudioUser } from '#tests/helpers/studio.ts';
import type { Stage } from './parts/stage.ts';
import { withStudioDraft } from './parts/studio-draft.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

/** The original, which stands on the site under its name and is built again under another one. */
const TEMPLATE = 'saas';
const ORIGINAL = 'planner';
const REBUILT = 'rebuilt';
const template = readTemplate(root, TEMPLATE);
const landing = template.documents.get('landing') ?? {};
const form = template.documents.get('form') ?? {};
const EXPERIMENT = `${REBUILT}-headline`;
/** Variants with their headline. */
const VARIANTS: Readonly<Record<string, string>> = {
  [`${REBUILT}-calm`]: 'Calm months begin on Monday',
  [`${REBUILT}-clear`]: 'One number for the whole month',
};
/** Milliseconds. */
const TIMEOUT = 60_000;
/** Milliseconds after which exposures are stored. */
const WRITTEN = 2_000;
/** Visitors in a language before a variation counts as not shown. */
const MAX_VISITS = 60;
const VISITED = ['en', 'de', 'pl'] as const;
const blocksOf = (value: JsonObject): readonly JsonObject[] => selectObjects(value['blocks']);

export const studioLanding: Proof = {
  summary:
    'A landing of fourteen sections with its form, its texts in all languages, two variants and an experiment, rebuilt in the studio by pointer and keyboard alone, published and visited.',
  runs: blocksOf(landing).length,
  run,
};

async function run({ runs, progress }: ProofContext): Promise<ProofResult> {
  return withStudioDraft(async ({ stage, origin, browser, signIn }) => {
    const page = await signIn(browser);
    page.setDefaultTimeout(TIMEOUT);
    await publishOriginal(page, origin);
    await startPage(page, origin);
    const user = new StudioUser(page);
    const impossible = await rebuild(user, runs, progress);
    const rebuilt = await readRebuilt(page);
    const differences = compare(rebuilt);
    await addVariants(user);
    await planExperiment(page);
    await publish(page);
    await mustBeShown(`${origin}/${REBUILT}`);
    const { visits, broken: unlike } = await visitAll(browser, origin, stage.environment['SECRET'] ?? '');
    await sleep(WRITTEN);
    const exposed = await readExposures(stage);
    const notCounted = ['base', ...Object.keys(VARIANTS)].filter((variation) => (exposed.get(variation) ?? 0) === 0);
    return {
      found: [
        ['blocks of the original, rebuilt', runs],
        ['differences to the original', differences.length],
        ['visits', visits],
        ['exposures by variation', [...exposed].map(([variation, count]) => `${variation}: ${count}`).join(', ')],
      ],
      broken: [
        ...impossible.map((problem) => `The studio cannot write ${problem}.`),
        ...differences,
        ...unlike,
        ...notCounted.map((variation) => `No exposure of ${variation} was counted.`),
      ],
    };
  });
}

/** Creates the original from its template, as staff do, and publishes it with its claims and images. */
async function publishOriginal(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/admin/content?new=template`);
  await page.locator(`input[type=radio][value="${TEMPLATE}"]`).focus();
  await page.keyboard.press('Space');
  await page.getByLabel('Id and address of the landing page').fill(ORIGINAL);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('The page is created in the draft.').waitFor();
  await page.getByRole('link', { name: 'Review and publish' }).click();
  await publish(page);
  await mustBeShown(`${origin}/${ORIGINAL}`);
}

/** A page is there once it is confirmed. */
async function mustBeShown(address: string): Promise<void> {
  const { status } = await fetch(address);
  if (status !== 200) throw new Error(`${address} was published and answers ${status}.`);
}

/** Publishes the draft whose changes are shown. */
async function publish(page: Page): Promise<void> {
  await page.getByLabel('Note').fill('As planned');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published.', { exact: true }).waitFor();
}

/** Copies a small page and opens the copy in the studio. */
async function startPage(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/admin/content?document=landings/default`);
  await page.getByLabel('Name of the draft').fill('Rebuilt');
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByRole('link', { name: 'Copy or unpublish' }).click();
  await page.getByLabel('Id of the new page').fill(REBUILT);
  await page.getByLabel('Address', { exact: true }).fill(REBUILT);
  await chooseByKeyboard(page.getByLabel('Content', { exact: true }), 'texts');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('The page is created in the draft.').waitFor();
  await page.getByRole('link', { name: 'Open in the studio' }).click();
}

/** Builds the page block by block. @returns what the studio could not do */
async function rebuild(
  user: StudioUser,
  count: number,
  progress: ProofContext['progress'],
): Promise<readonly string[]> {
  const problems: string[] = [];
  await user.opened();
  await user.removeAll();
  for (const [index, block] of blocksOf(landing).slice(0, count).entries()) {
    const { fragment } = block;
    if (typeof fragment === 'string') await user.insert(fragment.split('/').at(-1) ?? '', { title: 'Shared block' });
    else problems.push(...(await addBlock(user, block)));
    const inner = blocksOf(block);
    const place = (await user.items().count()) - 1;
    for (const each of inner) {
      await user.items().nth(place).click();
      problems.push(...(await addBlock(user, each, String(each['slot']))));
    }
    if (inner.length > 0) await user.items().nth(place).click();
    await user.saved();
    progress(index + 1);
  }
  const wanted = { ...withTexts(landing), slug: REBUILT };
  problems.push(...(await user.write(await user.pageFields(), readPageFields('landing'), wanted)));
  await user.saved();
  return problems;
}

async function addBlock(user: StudioUser, block: JsonObject, slot = ''): Promise<readonly string[]> {
  const type = String(block['type']);
  await user.insert(nameBlock(type), { title: nameBlock(type), slot });
  await user.rename(String(block['id']));
  await user.removeInner();
  const fields = (listBlockFields().get(type) ?? []).filter(({ name }) => name !== 'area' || slot === '');
  const problems = await user.write(await user.fields(), fields, withTexts(block));
  const ofForm = type === 'form' ? await user.write(await user.formFields(), readFormFields(), withTexts(form)) : [];
  return [...problems, ...ofForm.map((problem) => `form.${problem}`)].map(
    (problem) => `${String(block['id'])}.${problem}`,
  );
}

/** Part of the template with its texts in place of their keys, and with the names of its images in the library. */
const withTexts = (part: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(part).map(([name, value]) => [name, withTextsIn(value)]));

function withTextsIn(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.startsWith('images/template/')) return value.slice('images/template/'.length);
    if (value === 'forms/template') return `forms/${REBUILT}`;
    if (!value.startsWith('template.')) return value;
    const key = value.slice('template.'.length);
    return Object.fromEntries([...template.texts].map(([locale, texts]) => [locale, texts[key]]));
  }
  if (Array.isArray(value)) return value.map(withTextsIn);
  return isObject(value) ? withTexts(value) : value;
}

interface Rebuilt {
  readonly landing: JsonObject;
  readonly form: JsonObject;
  /** By key. */
  readonly texts: StudioDocument['texts'];
}

/** The rebuilt documents as they are stored. */
async function readRebuilt(page: Page): Promise<Rebuilt> {
  const { files, texts } = await page.evaluate(async () => {
    const { addresses } = JSON.parse(document.querySelector('#start')?.textContent ?? '') as StudioStart;
    const opened = (await (await fetch(addresses.open)).json()) as StudioDocument;
    return { files: opened.files.map(({ path, text }) => [path, text] as const), texts: opened.texts };
  });
  const read = (path: string): JsonObject => parseObject(new Map(files).get(path) ?? '{}');
  return {
    landing: read(`pages-config/landings/${REBUILT}.json`),
    form: read(`pages-config/forms/${REBUILT}.json`),
    texts,
  };
}

/**
 * Differences between the original and what was built, block by block. Texts of the one are under keys, those of the other in the page;
 * images are named as the library has stored them.
 */
function compare(rebuilt: Rebuilt): readonly string[] {
  const withoutNames = (document: JsonObject): JsonObject => {
    const { slug: _slug, $schema: _schema, ...rest } = document;
    return rest;
  };
  return [
    ...diff(withoutNames(withTexts(landing)), withoutNames(rebuilt.landing), 'landing', rebuilt.texts),
    ...diff(withoutNames(withTexts(form)), withoutNames(rebuilt.form), 'form', rebuilt.texts),
  ];
}

function diff(wanted: unknown, found: unknown, at: string, texts: Rebuilt['texts']): readonly string[] {
  if (isObject(wanted) && typeof found === 'string' && texts[found] !== undefined)
    return diff(wanted, texts[found], at, texts);
  if (typeof found === 'string' && typeof wanted === 'string' && found.startsWith('images/'))
    // `week-3f9c2a1b.jpg` is `week.jpg` in the library.
    return found.replace(/^.*\/(.+)-\w+(\.\w+)$/, '$1$2') === wanted ? [] : [`${at}: ${found} instead of ${wanted}.`];
  if (Array.isArray(wanted) && Array.isArray(found)) {
    const length = Math.max(wanted.length, found.length);
    return Array.from({ length }, (_, index) => diff(wanted[index], found[index], `${at}[${index}]`, texts)).flat();
  }
  if (isObject(wanted) && isObject(found)) {
    const names = [...new Set([...Object.keys(wanted), ...Object.keys(found)])];
    return names.flatMap((name) => diff(wanted[name], found[name], `${at}.${name}`, texts));
  }
  return wanted === found ? [] : [`${at}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}.`];
}

/** Creates the variants and changes them: a text, and the order of blocks. */
async function addVariants(user: StudioUser): Promise<void> {
  const { page } = user;
  for (const [name, title] of Object.entries(VARIANTS)) {
    await user.createVariant(name);
    await user.select('hero');
    const [field] = (listBlockFields().get('hero') ?? []).filter((each) => each.name === 'title');
    if (field === undefined) throw new Error('A hero has a title.');
    const texts = Object.fromEntries([...template.texts.keys()].map((locale) => [locale, title]));
    await user.writeField(await user.fields(), field, nameProperty('title'), texts);
    await user.select('closing');
    await page.keyboard.press('Alt+ArrowUp');
    await user.saved();
    await user.openVersion(REBUILT);
  }
}

interface Visits {
  readonly visits: number;
  /** Pages that were not as they were built, as sentences. */
  readonly broken: readonly string[];
}

/** Visits the page in each language until each variation was shown: its sections stand in their order, with their texts. */
async function visitAll(browser: Browser, origin: string, secret: string): Promise<Visits> {
  const broken: string[] = [];
  let visits = 0;
  for (const locale of VISITED) {
    const left = new Set<string>(['control', ...Object.keys(VARIANTS)]);
    for (let visit = 0; left.size > 0 && visit < MAX_VISITS; visit += 1) {
      visits += 1;
      const context = await browser.newContext({ userAgent: CHROME, viewport: { width: 1440, height: 900 } });
      const consent = consentCookies(['statistics'], Date.now(), secret).vitrine_consent;
      await context.addCookies([{ name: 'vitrine_consent', value: consent, url: origin }]);
      const page = await context.newPage();
      await page.goto(`${origin}${locale === 'en' ? '' : `/${locale}`}/${REBUILT}`);
      const title = (await page.locator('h1').innerText()).replaceAll(/\s+/g, ' ');
      const shown = Object.entries(VARIANTS).find(([, headline]) => headline === title)?.[0] ?? 'control';
      if (left.delete(shown)) broken.push(...(await findUnlike(page, locale, shown)));
      await context.close();
    }
    for (const variation of left) broken.push(`${variation} was not shown in ${locale} to ${MAX_VISITS} visitors.`);
  }
  return { visits, broken };
}

/** Sections that are not in their place or lack a text. */
async function findUnlike(page: Page, locale: (typeof VISITED)[number], variation: string): Promise<readonly string[]> {
  const blocks = blocksOf(landing).filter((block) => typeof block['type'] === 'string');
  const ids = blocks.map(({ id }) => String(id));
  const order = variation === 'control' ? ids : moveUp(ids, 'closing');
  const shown = await page.evaluate(
    (wanted) => [...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id) => wanted.includes(id)),
    ids,
  );
  const text = squeeze((await page.locator('body').textContent()) ?? '');
  const texts = template.texts.get(locale) ?? {};
  const missing = blocks
    .flatMap((block) => listStrings(block))
    .filter((key) => key.startsWith('template.') && !(variation !== 'control' && key === 'template.hero.title'))
    .map((key) => String(texts[key.slice('template.'.length)]))
    // A claim and a note are replaced by their values.
    .filter((each) => !/[{<]/.test(each) && !text.includes(squeeze(each)));
  return [
    ...(shown.join() === order.join()
      ? []
      : [`${variation} in ${locale} shows ${shown.join()} instead of ${order.join()}.`]),
    ...missing.map((each) => `${variation} in ${locale} lacks "${each}".`),
  ];
}

/** Without what typography adds: no-break spaces and hyphens, soft hyphens, breaks. */
const squeeze = (text: string): string => text.replaceAll('\u2011', '-').replaceAll(/[\s\u00ad\u200b\u2060|]+/g, '');

function moveUp(ids: readonly string[], id: string): readonly string[] {
  const at = ids.indexOf(id);
  return ids.toSpliced(at - 1, 2, id, ids[at - 1] ?? '');
}

/** Counted visitors by variation. */
async function readExposures(stage: Stage): Promise<ReadonlyMap<string, number>> {
  const backend = await stage.backend();
  const rows = await backend.ports.database.db
    .selectFrom('exposure_rows')
    .select('variation')
    .where('experiment', '=', EXPERIMENT)
    .execute()
    .finally(() => backend.close());
  return new Map([...Map.groupBy(rows, ({ variation }) => variation)].map(([name, own]) => [name, own.length]));
}

/** Follows the studio to the page that plans experiments, and saves one there. */
async function planExperiment(page: Page): Promise<void> {
  await page.locator('summary', { hasText: /^Variants$/ }).click();
  await page.getByRole('link', { name: 'Plan an experiment' }).click();
  await page.getByLabel('Hypothesis').fill('Another headline brings more enquiries.');
  await page.getByLabel('Key', { exact: true }).fill(EXPERIMENT);
  for (const label of ['Control', ...Object.keys(VARIANTS)]) await page.getByLabel(label, { exact: true }).fill('50');
  await page.getByRole('button', { name: 'Preview' }).click();
  await chooseByKeyboard(page.locator('select[name=status]'), 'live');
  await page.getByRole('button', { name: 'Save in' }).click();
  await page.waitForURL('**/admin/publish?**');
}
