import { expect, test } from 'vitest';
import { bindErrors } from '#engine/compile/bind-errors.ts';
import { projectSite } from '#tests/contract/project.ts';
import { getRefusalFor } from '#engine/documents/journeys/journey-document.ts';
import { getJourneyDocument } from './document.ts';

const site = projectSite();
const bind = (key: string, code: string, holes = {}) =>
  bindErrors({ errors: { code: key }, values: { code }, holes }, { site, locale: 'de' }, (name) => `<${name}>`)['code'];
const way = (href: string) => ({ tag: 'link', to: { href, external: false }, parts: ['Auf die Warteliste'] });

test.each(['REGISTRATION_CODE_NO_BALANCE_LEFT', 'REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS'] as const)(
  '%s is reported with the way to the page of the code, which has the waiting list',
  (error) => {
    const message = bind(getRefusalFor(getJourneyDocument(site), error).message, ' empty-0 ');
    expect(message?.parts[0]).toContain('keine Einladungen mehr');
    expect(message?.parts.at(-1)).toEqual(way('/de/EMPTY-0'));
  },
);

test('On a cached page the link has a hole for the code', () => {
  expect(bind('refusals.noInvitations', '', { code: 'rc' })?.parts.at(-1)).toEqual(way('/de/<rc>'));
});

test('other messages, and texts that are not a code, have no way', () => {
  expect(bind('refusals.invitationExpired', 'EMPTY-0')?.parts).toHaveLength(1);
  expect(bind('refusals.noInvitations', 'https://evil.example')?.parts).toHaveLength(1);
});
