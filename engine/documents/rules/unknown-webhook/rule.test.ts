import { expect, test } from 'vitest';
import { resolveOn } from '#engine/documents/resolve.ts';
import { everyType } from '#tests/helpers/form-site.ts';
import { smallProject } from '#tests/helpers/small-project.ts';

const action = { do: 'webhook', name: 'customers' };

function findings(webhooks: readonly string[] | undefined): readonly object[] {
  const input = smallProject({ 'pages-config/forms/lead.json': { ...everyType, $schema: 'x', actions: [action] } });
  const deployment = { ...input.deployment, ...(webhooks && { webhooks }) };
  const result = resolveOn({ ...input, deployment }, '2026-11-20');
  return (result.ok ? result.warnings : result.findings).filter(({ rule }) => rule === 'unknown-webhook');
}

test('A webhook without a target in the settings of the server is found, with the one that was most likely meant', () => {
  expect(findings(['custumers'])).toMatchObject([{ path: 'actions[0].name', suggestion: 'custumers' }]);
  expect(findings([])).toHaveLength(1);
  expect(findings(['customers'])).toEqual([]);
});

test('With unknown settings nothing is reported', () => {
  expect(findings(undefined)).toEqual([]);
});
