import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createCompiler } from '#engine/compile/index.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import { readProject } from '#engine/documents/read-project.ts';
import { resolve } from '#engine/documents/resolve.ts';
import type { ResolveResult, Site } from '#engine/documents/types.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { addCode, bench, pageEngines, type TestBackend } from '#tests/helpers/backend.ts';
import { ORIGIN } from '#tests/helpers/registration-server.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';
import { noClient, stubSiteAssets } from '#tests/helpers/stub-assets.ts';

/** What docs/journeys.md says of a flow that asks for the name, then the country, and the address last, and its pages. */
const folder = 'tests/fixtures/email-last';
const added = readGuide();
const pages = new Map(listPaths(folder, 'pages-config/**/*.json').map((file) => [file, readText(join(folder, file))]));
const FILE = 'pages-config/journeys/registration.json';
const COUNTRY = 'pages-config/pages/registration/email-last/country.json';
const written = await readProject('.');
const deployment = { basePath: '/', publicOrigin: ORIGIN, webViewScheme: '' };

function readText(file: string): string {
  return readFileSync(file, 'utf8');
}

/** Entries of `flows` and of `forms`, in this order. */
function readGuide(): Pick<JourneyDocument, 'flows' | 'forms'> {
  const [, section = ''] = /^### A new flow$(.*?)^### /msv.exec(readText('docs/journeys.md')) ?? [];
  const [flows, forms] = [...section.matchAll(/^ *```json$(.*?)```/gmsv)].map(([, text = '']) =>
    JSON.parse(`{${text}}`),
  );
  return { flows, forms };
}

let previous: ResolveResult | undefined;

/** The project with files that are published over it. */
function resolveWith(files: ReadonlyMap<string, string>): Site {
  const layers = [...written.layers, { name: 'published' as const, files }];
  const result = resolve({ ...written, layers, deployment, journeys }, previous);
  previous = result;
  const findings = result.ok ? result.warnings : result.findings;
  if (!result.ok || findings.length > 0)
    throw new Error(findings.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  return result.site;
}

/** The project after a publication of these documents. */
function publish(forms: JourneyDocument['forms'] = {}, more: ReadonlyMap<string, string> = new Map()): Site {
  const document = JSON.parse(readText(FILE)) as JourneyDocument;
  const changed = {
    ...document,
    flows: { ...document.flows, ...added.flows },
    forms: { ...document.forms, ...added.forms, ...forms },
  };
  return resolveWith(new Map([...pages, [FILE, JSON.stringify(changed)], ...more]));
}

const before = resolveWith(new Map());
const site = publish();
const [first, country, address] = [
  '/de/email-last',
  '/de/registration/email-last/country',
  '/de/registration/email-last/address',
];
const names = { gender: 'woman', firstName: 'Marie', lastName: 'Curie' };
const last = { email: 'marie@example.com', code: 'PLACES', terms: 'on' };

describe.each(pageEngines)('a flow of documents alone that asks for the address last, on %s', (engine) => {
  const { start } = bench(engine);

  async function open(backend: TestBackend, newest: Site | (() => Site) = site) {
    await addCode(backend, 'PLACES', 2);
    return serveSite({ site: newest, backend, settings: testSettings({}) });
  }

  test('is there once its documents are published, and registers; what is wrong in a step is said there and loses nothing', async () => {
    const backend = await start();
    let newest = before;
    const server = await open(backend, () => newest);
    const visitor = server.visitor();
    expect((await visitor.get(first)).status).toBe(404);
    newest = site;
    await server.reload();

    expect((await visitor.get(first)).status).toBe(200);
    const nameless = await visitor.submit('email-last-step-1', { ...names, firstName: '' }, first);
    expect([nameless.status, nameless.form.errors]).toEqual([422, { firstName: 'errors.firstName' }]);
    expect(nameless.form.values).toMatchObject({ gender: 'woman', lastName: 'Curie' });
    expect((await visitor.submit('email-last-step-1', names, first)).location).toBe(country);

    const noPlace = await visitor.submit('email-last-step-2', { country: 'XX' }, country);
    expect([noPlace.status, noPlace.form.errors]).toEqual([422, { country: 'errors.country' }]);
    expect((await visitor.submit('email-last-step-2', { country: 'FR' }, country)).location).toBe(address);

    const wrong = await visitor.submit('email-last-step-3', { email: 'marie@', code: 'PLACES' }, address);
    expect([wrong.status, wrong.form.errors]).toEqual([422, { email: 'errors.email', terms: 'errors.terms' }]);
    expect(wrong.form.values).toMatchObject({ email: 'marie@', code: 'PLACES' });
    const unknown = await visitor.submit('email-last-step-3', { ...last, code: 'NOBODY-1' }, address);
    expect([unknown.status, unknown.form.errors]).toEqual([422, { code: 'errors.codeInvalid' }]);
    expect(unknown.form.values).toMatchObject({ email: last.email, code: 'NOBODY-1', terms: 'on' });

    expect((await visitor.get(first)).form.values).toMatchObject(names);
    expect((await visitor.get(country)).form.values).toEqual({ country: 'FR' });
    expect((await visitor.submit('email-last-step-3', last, address)).location).toBe('/de/registration/formfinished');
    const { db } = backend.ports.database;
    const stored = ['email', 'first_name', 'last_name', 'country', 'code', 'state'] as const;
    expect(await db.selectFrom('members').select(stored).execute()).toEqual([
      { email: last.email, first_name: 'Marie', last_name: 'Curie', country: 'FR', code: 'PLACES', state: 'pending' },
    ]);
  });

  test('takes a code from the link of its first step to the last, and turns away a visitor whose code is refused', async () => {
    const server = await open(await start());
    const visitor = server.visitor();
    await visitor.submit('email-last-step-1', { ...names, code: 'PLACES' }, `${first}?rc=PLACES`);
    await visitor.submit('email-last-step-2', { country: 'FR' }, country);
    expect((await visitor.get(address)).form.values).toMatchObject({ code: 'PLACES' });
    const other = server.visitor();
    const refused = await other.submit('email-last-step-1', { ...names, code: 'NOBODY-1' }, `${first}?rc=NOBODY-1`);
    expect([refused.status, refused.document]).toEqual([403, 'pages/registration/deny']);
    expect((await other.get(country)).location).toBe('/de');
  });

  test('leads anyone who opens its last page too early to the first step that is missing', async () => {
    const visitor = (await open(await start())).visitor();
    await visitor.submit('email-last-step-1', names, first);
    expect((await visitor.get(address)).location).toBe(country);
    // The first step of another flow asks for the address.
    expect((await visitor.get('/de/registration/code-last/name')).location).toBe('/de/code-last');
  });

  test('asks for another field from the next publication on, also visitors who have begun', async () => {
    const backend = await start();
    const [own] = Object.values(added.forms).filter(({ post }) => post === 'email-last-step-2');
    if (own === undefined) throw new Error('The flow has no second step.');
    const box = '{ "name": "newsletter", "label": "registration.newsletter.short" }';
    const page = pages.get(COUNTRY)?.replace('{ "name": "country"', `${box}, $&`) ?? '';
    const more = publish(
      { 'email-last-step-2': { ...own, fields: ['newsletter', 'country'] } },
      new Map([[COUNTRY, page]]),
    );
    let newest = site;
    const server = await open(backend, () => newest);
    const visitor = server.visitor();
    await visitor.submit('email-last-step-1', names, first);
    const fields = { country: 'FR', newsletter: 'on' };
    await visitor.submit('email-last-step-2', fields, country);
    expect((await visitor.get(country)).form.values).toEqual({ country: 'FR' });
    newest = more;
    await server.reload();
    await visitor.submit('email-last-step-2', fields, country);
    expect((await visitor.get(country)).form.values).toEqual(fields);
  });
});

test('A page of such a step has its fields with their rules and messages, and says what is wrong at each', async () => {
  const modules = {
    'island-registration-form': { file: 'assets/form.js', imports: [] },
    start: { file: 'assets/start.js', imports: [] },
  };
  const client = { ...noClient, modules };
  const { compile } = createCompiler({ assets: stubSiteAssets(site), client, buildId: 'test' });
  const formState = {
    form: 'email-last-step-3' as FormName,
    values: { email: 'marie@' },
    errors: { email: 'errors.email', code: 'errors.codeMissing' },
  };
  const document = 'pages/registration/email-last/address';
  const request = { document, locale: 'en' as const, variations: [], path: '/registration/email-last/address' };
  const { parts } = await compile({ ...request, facets: {}, site, formState });
  const html = parts.join('');
  expect(html).toContain('action="/do/email-last-step-3"');
  expect(html).toMatch(/<input [^>]*required="" maxLength="254" [^>]* name="email" value="marie@"/v);
  expect(html.match(/aria-invalid="true"/g)).toHaveLength(2);
  expect(html).not.toContain('name="country"');
});
