import { expect, test } from 'vitest';
import { locales } from '#schemas/generated/vocabulary.ts';
import { examples, projectSite } from '#tests/contract/project.ts';
import { renderExample, type Rendering } from '#tests/contract/render-example.ts';
import { everyType } from '#tests/helpers/form-site.ts';

// The address is the form's own.
const { submit: _submit, sent: _sent, ...asked } = everyType;
const fields = asked.fields.filter(({ name }) => name !== 'email');
const site = { ...projectSite(), forms: new Map([['forms/wedding', { ...asked, fields }]]) };

type Block = Readonly<Record<string, unknown>>;

const markup = (block: Block, more: Partial<Rendering> = {}): string =>
  renderExample({ ...block, questions: 'forms/wedding' }, { site, locale: 'en', ...more });

const namesIn = (html: string): readonly string[] => [
  ...new Set([...html.matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"/g)].map(([, name = '']) => name)),
];

/** The first example of a block that shows such a form. */
function findExample(type: string, isMeant: (block: Block) => boolean = () => true): Block {
  const found = examples.find((each) => each.type === type && isMeant(each.block))?.block;
  if (found === undefined) throw new Error(`There is no such example of "${type}".`);
  return found;
}

test.each([
  ['registration-form', findExample('registration-form'), 'terms'],
  ['email-form', findExample('email-form', ({ purpose }) => purpose === 'membership'), 'email'],
  ['preferences-form', findExample('preferences-form'), 'preferences'],
  ['lobby', findExample('lobby', ({ join }) => join !== undefined), undefined],
])('The questions of a form document follow the fields of a %s', (_, block, last) => {
  const names = namesIn(markup(block));
  const own = names.filter((name) => !['document', 'accepted', 'token'].includes(name));
  const questions = fields.map(({ name }) => name);
  expect(own.slice(own.indexOf(last ?? '') + 1)).toEqual(questions);
  expect(namesIn(renderExample(block, { site, locale: 'en' }))).not.toContain('wishes');
});

const missing = {
  en: 'Please choose an answer.',
  de: 'Bitte wählen Sie eine Antwort.',
  fr: 'Veuillez choisir une réponse.',
  it: 'Scelga una risposta.',
  nl: 'Kies een antwoord.',
  pl: 'Proszę wybrać odpowiedź.',
  sv: 'Välj ett svar.',
};

test.each(locales)('A refused question is said at its field and in the summary, in "%s"', (locale) => {
  const html = markup(findExample('registration-form'), {
    locale,
    formState: {
      form: 'registration',
      questions: 'forms/wedding#join',
      values: { firstName: 'Jan', message: 'All of it', diet: 'meat\nfish' },
      errors: { lastName: 'errors.lastName', size: 'required' },
    },
  });
  expect(html).toMatch(/<select[^>]* id="join-form-size"[^>]* aria-invalid="true"/);
  expect(html.match(/href="#join-form-(?:lastName|size)"/g)).toHaveLength(2);
  expect(html.split(missing[locale])).toHaveLength(3);
  expect(html).toContain('All of it</textarea>');
  expect(html.match(/name="diet"[^>]* checked/g)).toHaveLength(2);
});
