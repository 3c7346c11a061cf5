import { expect, test } from 'vitest';
import { bindForms } from '#engine/compile/bind-forms.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import { getProjectRules, projectForms } from '#tests/helpers/project-forms.ts';
import { type ExampleCase, examples, projectSite } from './project.ts';
import { renderExample } from './render-example.ts';

const site = projectSite();
const formNames = projectForms as readonly FormName[];
const actions = Object.values(bindForms(formNames, { site, locale: 'en', flow: undefined, facets: {} })).flatMap(
  (form) => form?.action ?? [],
);

/** Attributes that name other elements by their ids. */
const REFERENCES = /\s(aria-describedby|aria-labelledby|aria-errormessage|aria-controls|for|popoverTarget)="([^"]+)"/gi;

interface Shown {
  readonly what: string;
  readonly markup: string;
}

const plain = (block: ExampleCase['block']): string => renderExample(block, { site, locale: 'en' });

/** Every form that the example shows, once with each of its fields refused, and once refused as a whole. */
function refusals(block: ExampleCase['block']): readonly Shown[] {
  const markup = plain(block);
  return formNames
    .filter((_form, index) => new RegExp(` action="${actions[index]}[#"]`).test(markup))
    .flatMap((form) =>
      [...Object.keys(getProjectRules(form)), null].map((field) => {
        const said = field === null ? { errors: {}, refusal: 'errors.token' } : { errors: { [field]: 'errors.token' } };
        return {
          what: `${form}: ${field ?? 'the whole form'}`,
          markup: renderExample(block, { site, locale: 'en', formState: { form, values: {}, ...said } }),
        };
      }),
    );
}

const withForms = examples
  .map((example) => ({ ...example, refused: refusals(example.block) }))
  .filter(({ refused }) => refused.length > 0);

test('there are forms to refuse', () => {
  expect(withForms.length).toBeGreaterThan(10);
});

test.each(withForms)('$type, "$name": whatever is refused is read out, and the focus is there', ({ refused }) => {
  for (const { what, markup } of refused) {
    expect.soft(/role="alert"/.test(markup), `${what} is an alert`).toBe(true);
    expect.soft(markup.match(/\sautofocus=""/gi)?.length, `${what}: elements with the focus`).toBe(1);
  }
});

test.each(examples)('$type, "$name": every reference leads to an element that is there', ({ block, name, type }) => {
  const refused = withForms.find((example) => example.type === type && example.name === name)?.refused ?? [];
  for (const { what, markup } of [{ what: 'at rest', markup: plain(block) }, ...refused]) {
    const ids = new Set([...markup.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    const broken = [...markup.matchAll(REFERENCES)].flatMap(([, attribute, value = '']) =>
      value.split(' ').flatMap((id) => (ids.has(id) ? [] : [`${attribute}="${id}"`])),
    );
    expect.soft(broken, what).toEqual([]);
  }
});
