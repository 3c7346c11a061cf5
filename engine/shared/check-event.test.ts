import { expect, test } from 'vitest';
import { eventRules } from '#schemas/generated/events.ts';
import { findEventMistake, selectFittingContext } from './check-event.ts';

const view = { page_path: '/about-us', page_language: 'en' };

test('an event passes with the fields of its schema and of every event, and with nothing else', () => {
  expect(findEventMistake('page_view', view)).toBeNull();
  expect(findEventMistake('page_view', { ...view, route_name: 'pages/about-us___en', web_view: true })).toBeNull();
  expect(findEventMistake('page_view', { ...view, title: 'About us' })).toBe(
    'The event "page_view" has no field "title".',
  );
  expect(findEventMistake('page_view', { page_path: '/' })).toBe('The event "page_view" lacks "page_language".');
  expect(findEventMistake('page_seen', view)).toBe('The event "page_seen" is not listed in docs/events.md.');
  expect(findEventMistake('toString', {})).toContain('is not listed');
});

const personal = ['anna.berg@example.com', 'Anna Berg', 'Anna', '/registration?email=anna%40example.com'];
const fields = Object.entries(eventRules).flatMap(([name, rule]) =>
  Object.entries(rule.fields)
    .filter(([field]) => !/^(?:experiment_id|variation_id|acq_anonymous_id)$/.test(field))
    .map(([field]) => [name, field] as const),
);

test.each(fields)('%s takes no address and no name in its field %s, and says no value', (name, field) => {
  for (const text of personal) {
    const mistake = findEventMistake(name, { [field]: text });
    expect(mistake).toContain(field);
    expect(mistake).not.toContain('nna');
  }
});

test('Of the context only valid fields remain', () => {
  const context = { route_name: 'pages/anna@example.com___de', web_view: true, timestamp: 'yesterday', other: 'x' };
  expect(selectFittingContext(context)).toEqual({ web_view: true });
});
