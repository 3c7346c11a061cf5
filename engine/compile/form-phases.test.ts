import { expect, test } from 'vitest';
import { createCompiler } from '#engine/compile/index.ts';
import type { FormState } from '#engine/compile/types.ts';
import type { FormDocument } from '#schemas/generated/documents.ts';
import { makeBlock } from '#tests/helpers/make-site.ts';
import { everyType } from '#tests/helpers/form-site.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { noClient, stubSiteAssets } from '#tests/helpers/stub-assets.ts';

const project = await projectSite();
const press = project.documents.get('pages/press');
if (press === undefined) throw new Error('The project has a page /press.');
const block = (id: string, form: string) => {
  const props = { form, title: 'press.title', closed: 'press.submit', look: 'section', level: 2 };
  return makeBlock({ id, type: 'form', window: { to: '2026-01-01T00:00', zone: 'UTC' }, props });
};
const limited = { ...everyType, places: { total: 5, full: everyType.submit } };
const links = ['#one', '#closing/two', '#elsewhere'].map((to) =>
  makeBlock({
    id: `to-${to.replaceAll(/\W/g, '')}`,
    type: 'call-to-action',
    props: { title: 'press.title', ground: 'plain', level: 2, action: { label: 'press.submit', to } },
  }),
);
const site = {
  ...project,
  forms: new Map<string, FormDocument>([
    ['forms/lead', limited],
    ['forms/rsvp', { ...limited, places: { total: 5, full: everyType.submit, link: 'press.note' } }],
  ]),
  documents: new Map([
    ...project.documents,
    [press.id, { ...press, blocks: [block('one', 'forms/lead'), block('closing/two', 'forms/rsvp'), ...links] }],
  ]),
};
const client = { ...noClient, modules: { 'island-form': { file: 'assets/form.js', imports: [] } } };
const { compile } = createCompiler({ assets: stubSiteAssets(site), client, buildId: 'test' });
const open = { 'window:one': 'open', 'window:closing/two': 'open' };

/** Blocks that show the fields of their form. */
async function formsWith(facets: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const page = { site, document: press?.id ?? '', locale: 'en' as const, variations: [], path: '/press' };
  const { parts } = await compile({ ...page, facets: { ...open, ...facets } });
  return [...parts.join('').matchAll(/<form [^>]*id="([^"]+)-form"/g)].map(([, id]) => id ?? '');
}

test('Each form of a page is full or closed by itself, in a fragment, too', async () => {
  expect(await formsWith({})).toEqual(['one', 'closing-two']);
  expect(await formsWith({ 'full:forms/lead': 'yes' })).toEqual(['closing-two']);
  expect(await formsWith({ 'full:forms/lead': 'yes', 'full:forms/rsvp': 'yes' })).toEqual([]);
  expect(await formsWith({ 'window:closing/two': 'after' })).toEqual(['one']);
});

/** Labels of the links to both forms, and of one that leads elsewhere. */
async function labelsWith(facets: Readonly<Record<string, string>>, formState?: FormState): Promise<readonly string[]> {
  const page = { site, document: press?.id ?? '', locale: 'de' as const, variations: [], path: '/press', formState };
  const { parts } = await compile({ ...page, facets: { ...open, ...facets } });
  return [...parts.join('').matchAll(/<a [^>]*href="#(?:one|closing-two|elsewhere)"[^>]*>([^<]*)/g)].map(
    ([, label]) => label ?? '',
  );
}

test('Links to a form that cannot be sent say so in place of their label', async () => {
  const [own, note] = ['press.submit', 'press.note'].map((key) => project.texts.get('de')?.get(key));
  expect(await labelsWith({})).toEqual([own, own, own]);
  expect(await labelsWith({ 'full:forms/lead': 'yes', 'full:forms/rsvp': 'yes' })).toEqual(['Ausgebucht', note, own]);
  expect(await labelsWith({ 'window:one': 'before', 'window:closing/two': 'after' })).toEqual([
    'Öffnet in Kürze',
    'Geschlossen',
    own,
  ]);
  const preview = { form: 'forms/lead#one', values: {}, errors: {}, phase: 'full' } as const;
  expect(await labelsWith({}, preview)).toEqual(['Ausgebucht', own, own]);
});

const FIELDS = /<form [^>]*id="one-form"/;

test('Anyone who sent a form reads what became of it, also in a page whose values are filled in later', async () => {
  const page = { site, document: press.id, locale: 'en' as const, variations: [], path: '/press', facets: open };
  const answered = async (state: Pick<FormState, 'errors'> & Partial<FormState>): Promise<string> => {
    const formState = { form: 'forms/lead#one', values: {}, holes: {}, ...state } as const;
    const { parts } = await compile({ ...page, facets: { ...open, 'full:forms/lead': 'yes' }, formState });
    return parts.join('');
  };
  expect(await answered({ phase: 'sent', errors: {} })).toContain('id="one-form-thanks"');
  expect(await answered({ errors: { name: 'required' } })).toMatch(FIELDS);
  expect(await answered({ errors: {} })).not.toMatch(FIELDS);
});
