import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { MembersSite } from '#server/forms/server-journey.ts';
import type { Webhook } from '#server/platform/settings/webhook-settings.ts';
import type { Limit } from '#server/platform/ports.ts';

/** What form entries need. */
export interface FormEntriesPorts extends PlatformPorts {
  readonly site: Pick<MembersSite, 'branding' | 'url'>;
}

/** What requests to webhooks need. */
export interface WebhookPorts extends PlatformPorts {
  readonly webhooks: readonly Webhook[];
}

export const formLimits = {
  /** Entries of one network, unless the form document says otherwise. */
  perNetwork: { max: 20, windowSeconds: 3_600 },
  /** Mails of forms to one address of a sender: anybody may enter it. */
  mailsPerAddress: { max: 3, windowSeconds: 86_400 },
  /** Mails with the link to confirm an entry, when its form is sent again. */
  confirmationsPerEntry: { max: 1, windowSeconds: 60 },
} as const satisfies Readonly<Record<string, Limit>>;
