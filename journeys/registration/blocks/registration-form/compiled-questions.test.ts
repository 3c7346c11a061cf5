import { expect, test } from 'vitest';
import { createCompiler } from '#engine/compile/index.ts';
import { hashForms } from '#engine/decide/forms.ts';
import { listPrefillableForms, prefillForm } from '#engine/decide/prefill-form.ts';
import type { ResolvedBlock } from '#engine/documents/types.ts';
import type { FormDocument } from '#schemas/generated/documents.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { everyType } from '#tests/helpers/form-site.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { noClient, stubSiteAssets } from '#tests/helpers/stub-assets.ts';

const project = await projectSite();
const plain = project.documents.get('landings/lean');
if (plain === undefined) throw new Error('The project has a landing /lean.');

const ask = (block: ResolvedBlock): ResolvedBlock =>
  block.type === 'registration-form' ? { ...block, props: { ...block.props, questions: 'forms/wedding' } } : block;
const landing = { ...plain, blocks: plain.blocks.map(ask) };

function siteWith(form: FormDocument) {
  const documents = new Map([...project.documents, [landing.id, landing]]);
  return { ...project, documents, forms: new Map([...project.forms, ['forms/wedding', form]]) };
}

const { submit: _submit, sent: _sent, ...wedding } = everyType;
const fields = wedding.fields
  .filter(({ name }) => name !== 'email')
  .map((field) => (field.name === 'name' ? { ...field, prefill: 'guest' } : field)) as FormDocument['fields'];
const site = siteWith({ ...wedding, fields });
const modules = {
  'island-registration-form': { file: 'assets/form.js', imports: [] },
  start: { file: 'assets/start.js', imports: [] },
};
const { compile } = createCompiler({ assets: stubSiteAssets(site), client: { ...noClient, modules }, buildId: 'test' });
const page = { document: landing.id, locale: 'en' as const, variations: [], path: '/lean', facets: {} };

test('A page knows the questions of its form: fields, hidden ones under a condition, and what is wrong with an answer', async () => {
  const { parts } = await compile({
    ...page,
    site,
    formState: {
      form: 'registration-step-1' as FormName,
      questions: 'forms/wedding#join',
      values: {},
      holes: { name: 'typedname' },
      errors: { email: 'errors.email', size: 'required' },
    },
  });
  const html = parts.map((part) => (typeof part === 'string' ? part : `{${part.name}}`)).join('');
  const id = /<form [^>]*id="([^"]+)-form"[^>]*register-step-1/.exec(html)?.[1] ?? '';
  expect(html).toContain(`[id="${id}-form"]:not(:has([name="size"]:is([value="large"]):checked`);
  expect(html).toMatch(new RegExp(`<input[^>]* id="${id}-form-name"[^>]* value="\\{typedname\\}"`, 'v'));
  const data = JSON.parse(/id="page-data">(.*?)<\/script>/s.exec(html)?.[1]?.replaceAll('{typedname}', '') ?? '{}');
  const form = data.page?.forms['registration-step-1'];
  expect(Object.keys(form.fields).slice(0, 3)).toEqual(['email', 'country', 'code']);
  expect(form.fields.size.control.type).toBe('select');
  expect(form.errors.size.parts).toEqual(['Please choose an answer.']);
  expect(Object.keys(form.errors)).toEqual(['email', 'size']);
});

test('A page is another one once its questions change, and the address fills them in', () => {
  expect(hashForms(landing, site)).not.toBe('');
  expect(hashForms(landing, siteWith(wedding))).not.toBe(hashForms(landing, site));
  expect(hashForms(plain, site)).toBe('');
  expect(prefillForm(listPrefillableForms(landing, site), 'guest=Ann')).toEqual({
    notice: { form: 'registration-step-1', holes: { name: 'prefillname' }, errors: {} },
    values: { prefillname: 'Ann' },
  });
});

test('Where another server takes the form, which would lose the answers, its page asks no questions', async () => {
  const elsewhere = { ...site, deployment: { ...site.deployment, isGraphqlForeign: true as const } };
  const html = async (own: typeof site) => (await compile({ ...page, site: own })).parts.join('');
  expect(await html(site)).toContain('name="size"');
  expect(await html(elsewhere)).not.toContain('name="size"');
  expect(hashForms(landing, elsewhere)).toBe('');
});
