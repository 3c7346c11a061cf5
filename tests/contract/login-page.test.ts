import { expect, test } from 'vitest';
import { decide } from '#engine/decide/decide.ts';
import { makeFacts } from '#tests/helpers/make-facts.ts';
import { projectSite } from '#tests/helpers/project-site.ts';

const site = await projectSite();

const session = { state: 'open', role: 'visitor', journeys: { registration: { active: true } } } as const;

test.each([
  ['by a link in the demo', undefined, 'link'],
  ['by themselves with LOGIN_URL', 'https://www.maison-cercle.example/login', 'automatic'],
  ['by a link when the site does not allow the host', 'https://login.example/', 'link'],
])('registered members learn that they reach the login %s', (_, loginUrl, login) => {
  const { deployment } = site;
  const shop = { ...site, deployment: { ...deployment, ...(loginUrl !== undefined && { loginUrl }) } };
  expect(
    decide(makeFacts({ url: '/de/registration/registrationformemailactivecomplete', session }), shop),
  ).toMatchObject({ facets: { login } });
});
