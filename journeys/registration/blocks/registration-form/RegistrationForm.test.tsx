import { expect, test } from 'vitest';
import { locales } from '#schemas/generated/vocabulary.ts';
import { projectSite } from '#tests/contract/project.ts';
import { renderExample, renderExampleBody } from '#tests/contract/render-example.ts';
import examples from './examples.json' with { type: 'json' };

const site = projectSite();

function example(name: string): Readonly<Record<string, unknown>> {
  const found = examples.find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`There is no example "${name}".`);
  return found.block;
}

const whole = example('Default');
const invited = { code: 'known', inviter: 'known' };

test('The form posts to the server and names the document it stands in.', () => {
  const markup = renderExample(whole, { site, locale: 'en' });
  expect(markup).toMatch(/<form id="join-form"[^>]* action="\/do\/register" method="post">/);
  expect(markup).toContain('<input type="hidden" name="document" value="pages/example"/>');
});

test.each([
  ['Lean flow, step 1', '/do/register-step-1', ['email', 'country', 'code']],
  [
    'Lean flow, step 2',
    '/do/register-step-2',
    ['gender', 'gender', 'gender', 'firstName', 'lastName', 'newsletter', 'terms'],
  ],
])('%s asks its own fields in the order of the document.', (name, action, fields) => {
  const markup = renderExample(example(name), { site, locale: 'en' });
  expect(markup).toContain(`action="${action}"`);
  const names = [...markup.matchAll(/<(?:input|select)[^>]* name="(\w+)"/g)].map(([, field]) => field);
  // What the form says of itself and of the texts it showed is not asked.
  expect(names.filter((field) => field !== 'document' && field !== 'accepted')).toEqual(fields);
});

test('Without a valid code the form asks for one and brings none along.', () => {
  const { markup, tail } = renderExampleBody(whole, { site, locale: 'en' });
  expect(markup).toContain('name="code"');
  expect(tail).toEqual([]);
});

test('A valid code arrives at the end of the page and need not be typed.', () => {
  const { markup, tail } = renderExampleBody(whole, { site, locale: 'en', facets: invited });
  expect(markup).not.toContain('name="code"');
  expect(markup).toContain('There is no code to enter.');
  expect(tail.map(({ name }) => name)).toEqual(['code', 'validityTimestamp']);
  expect(tail[0]?.before).toContain('form="join-form" name="code"');
});

test('A code that the server refused is in a field, so that it can be corrected.', () => {
  const { markup, tail } = renderExampleBody(whole, {
    site,
    locale: 'en',
    facets: invited,
    formState: { form: 'registration', values: { code: 'ANNA-50' }, errors: { code: 'errors.codeInvalid' } },
  });
  expect(markup).toMatch(/<input[^>]*name="code"[^>]*value="ANNA-50"/);
  expect(tail).toEqual([]);
});

test('The member who invites is named in the greeting; without one the title stands.', () => {
  const formatTitle = (facets: Record<string, string>): string | undefined =>
    /<h2[^>]*>(.*?)<\/h2>/.exec(renderExample(whole, { site, locale: 'en', facets }))?.[1]?.replaceAll(/<[^>]+>/g, '');
  expect(formatTitle({})).toBe('Introduce yourself.');
  expect(formatTitle(invited)).toMatch(/^\S+ is holding the door for you\.$/);
});

test('After a refusal everything typed is still there, and the summary leads to each field of the form in its order.', () => {
  const markup = renderExample(whole, {
    site,
    locale: 'en',
    formState: {
      form: 'registration',
      values: { gender: 'man', firstName: 'Jan', email: 'jan@', country: 'PL', newsletter: 'on' },
      errors: { terms: 'errors.terms', token: 'errors.token', email: 'errors.email' },
    },
  });
  expect(markup).toMatch(/value="man"[^>]*checked|checked=""[^>]*value="man"/);
  expect(markup).toContain('value="Jan"');
  expect(markup).toContain('<option value="PL" selected="">');
  expect(markup).toMatch(/<input id="join-form-newsletter"[^>]*checked=""/);
  const summary = /<div class="form-summary".*?<\/ul>/s.exec(markup)?.[0] ?? '';
  expect(summary).toContain('autofocus=""');
  const links = [...summary.matchAll(/<a href="#([^"]+)"/g)].map(([, target]) => target);
  expect(links).toEqual(['join-form-email', 'join-form-terms']);
  for (const target of links) expect(markup).toContain(`id="${target}"`);
  expect(summary).toContain('This link is not valid.');
  expect(markup).toContain('Everything else is kept.');
});

test('Without other input the message does not say that input is stored.', () => {
  const values = { email: 'jan@', firstName: '', country: '', code: '', validityTimestamp: 'kept-by-the-page' };
  const formState = {
    form: 'registration' as const,
    values,
    errors: { email: 'errors.email', firstName: 'errors.firstName' },
  };
  expect(renderExample(whole, { site, locale: 'en', formState })).not.toContain('is kept');
});

test('Beside the country that the form knows, terms and privacy policy are those of that country (S11).', () => {
  const links = (values: Record<string, string>): unknown =>
    [
      ...renderExample(whole, { site, locale: 'de', formState: { form: 'registration', values, errors: {} } }).matchAll(
        /<a href="([^"]+)" data-countries="([^"]+)"/g,
      ),
    ].map(([, href]) => href);
  expect(links({})).toEqual(['/de/terms', '/de/privacy']);
  expect(links({ country: 'AT' })).toEqual(['/de/terms', '/de/privacy']);
  expect(links({ country: 'CH' })).toEqual(['/de/terms/switzerland', '/de/privacy/switzerland']);
});

test('The form says which versions it shows: without a known country the general ones, and those for Switzerland once it is known (S11).', () => {
  const accepted = (values: Record<string, string>): unknown => {
    const markup = renderExample(whole, {
      site,
      locale: 'de',
      formState: { form: 'registration', values, errors: {} },
    });
    return [...markup.matchAll(/name="accepted" value="([a-z]+):[\d-]+(-[A-Z]{2})?"/g)].map(([, policy, country]) => [
      policy,
      country,
    ]);
  };
  expect(accepted({})).toEqual([
    ['terms', undefined],
    ['privacy', undefined],
  ]);
  expect(accepted({ country: 'AT' })).toEqual([
    ['terms', undefined],
    ['privacy', undefined],
  ]);
  expect(accepted({ country: 'CH' })).toEqual([
    ['terms', '-CH'],
    ['privacy', '-CH'],
  ]);
});

test('A refused field is announced with its message instead of its hint.', () => {
  const control = (formState?: Parameters<typeof renderExample>[1]['formState']): string =>
    /<input id="join-form-email"[^>]*>/.exec(renderExample(whole, { site, locale: 'en', formState }))?.[0] ?? '';
  expect(control()).toContain('aria-describedby="join-form-email-hint"');
  expect(control()).not.toContain('aria-invalid');
  const refused = control({ form: 'registration', values: {}, errors: { email: 'errors.email' } });
  expect(refused).toContain('aria-describedby="join-form-email-message"');
  expect(refused).toContain('aria-invalid="true"');
});

test('Terms are never ticked beforehand and must be ticked; the newsletter is free.', () => {
  const markup = renderExample(example('Lean flow, step 2'), { site, locale: 'en' });
  const box = (name: string): string => new RegExp(`<input id="join-form-${name}"[^>]*>`).exec(markup)?.[0] ?? '';
  expect(box('terms')).toContain('required=""');
  expect(box('newsletter')).not.toContain('required');
  expect(markup).not.toContain('checked');
});

test.each(locales)(
  'In "%s" the 27 countries are in the order of the language, after the one that is not an answer.',
  (locale) => {
    const markup = renderExample(whole, { site, locale });
    const options = [...markup.matchAll(/<option value="(\w*)"[^>]*>(.*?)<\/option>/g)];
    expect(options).toHaveLength(28);
    expect(options[0]?.[1]).toBe('');
    const names = options.slice(1).map(([, , name = '']) => name);
    expect(names).toEqual(names.toSorted(new Intl.Collator(locale).compare));
  },
);

test.each([
  ['Lean flow, step 2', ['woman', 'man', 'unstated']],
  ['Two answers for the salutation', ['woman', 'man']],
])('%s: the document decides which answers the salutation has.', (name, answers) => {
  const markup = renderExample(example(name), { site, locale: 'de' });
  const offered = [...markup.matchAll(/name="gender"[^>]*value="(\w+)"/g)].map(([, value]) => value);
  expect(offered).toEqual(answers);
  expect(markup.includes('Keine Angabe')).toBe(answers.includes('unstated'));
});
