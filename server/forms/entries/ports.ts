import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { MembersSite } from '#server/forms/server-journey.ts';
import type { Webhook } from '#server/platform/settings/webhook-settings.ts';
import type { Limit } from '#server/platform/ports.ts';

/** Ports of form entries. */
export interface FormEntriesPorts extends PlatformPorts {
  readonly site: Pick<MembersSite, 'branding' | 'url'>;
}

/** Ports of webhook requests. */
export interface WebhookPorts extends PlatformPorts {
  readonly webhooks: readonly Webhook[];
}

export const formLimits = {
  /** Entries per network; a form document may override it. */
  perNetwork: { max: 20, windowSeconds: 3_600 },
  /** Mails of forms to one sender address: anyone can enter any address. */
  mailsPerAddress: { max: 3, windowSeconds: 86_400 },
  /** Confirmation mails per entry, when its form is sent again. */
  confirmationsPerEntry: { max: 1, windowSeconds: 60 },
} as const satisfies Readonly<Record<string, Limit>>;
