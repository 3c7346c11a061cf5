import { parseAddress } from './addresses.ts';
import { commaSeparated, setting } from './setting.ts';

/** A target of form entries. */
export interface WebhookTarget {
  readonly name: string;
  readonly url: string;
}

const NAME = /^[a-z][a-z0-9-]{0,39}$/;

/** A secret in the format of Standard Webhooks: Base64 of at least 24 bytes. */
const STANDARD = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;

function parseTarget(text: string): WebhookTarget | undefined {
  const [name, address] = splitOnce(text);
  const url = parseAddress(address, 'http');
  return NAME.test(name) && url !== undefined ? { name, url } : undefined;
}

function parseSecret(text: string): { readonly name: string; readonly secret: string } | undefined {
  const [name, secret] = splitOnce(text);
  const isWhole = STANDARD.test(secret) || (!secret.startsWith('whsec_') && Buffer.byteLength(secret) >= 32);
  return NAME.test(name) && isWhole ? { name, secret } : undefined;
}

function splitOnce(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** Webhooks of form documents. */
export const webhookSettings = {
  WEBHOOKS: setting({
    description:
      'Targets that form documents may name as webhooks. Requests are signed with the secret of the target, follow no redirect, and reach public addresses only, except a target on this machine.',
    allowed: 'pairs of a name and an `https` address, separated by commas, such as `crm=https://crm.example.com/leads`',
    default: { demo: '', production: '' },
    parse: commaSeparated(parseTarget),
  }),
  WEBHOOK_SECRETS: setting({
    description:
      'Secrets that requests to webhooks are signed with. Two for one name allow a replacement without downtime: requests have a signature by each.',
    allowed:
      'pairs of a name and a text of at least 32 bytes, or `whsec_` and the Base64 of at least 24 bytes, separated by commas',
    default: { demo: '', production: '' },
    secret: true,
    parse: commaSeparated(parseSecret),
  }),
};

/** A target with its secrets. */
export interface Webhook extends WebhookTarget {
  readonly secrets: readonly string[];
}
