import { suggestName } from '#engine/shared/suggest-name.ts';
import { isObject, selectObjects } from '../../json.ts';
import type { Rule } from '../rule.ts';

export const unknownWebhook: Rule = {
  id: 'unknown-webhook',
  severity: 'warning',
  description: 'Every webhook that a form names is in the setting `WEBHOOKS` of the server.',
  project: function* ({ written, references: { webhooks } }) {
    if (webhooks === undefined) return;
    for (const { kind, file, value } of written.values()) {
      if (kind !== 'form' || !isObject(value)) continue;
      for (const [index, { do: what, name }] of selectObjects(value['actions']).entries()) {
        if (what !== 'webhook' || typeof name !== 'string' || webhooks.has(name)) continue;
        yield {
          location: { file, path: ['actions', index, 'name'] },
          message: `The setting WEBHOOKS has no target "${name}": requests wait for it for two days, then they are given up.`,
          expected:
            webhooks.size === 0
              ? 'a target in WEBHOOKS and its secret in WEBHOOK_SECRETS'
              : `one of ${[...webhooks].join(', ')}`,
          found: name,
          suggestion: suggestName(name, webhooks),
        };
      }
    }
  },
};
