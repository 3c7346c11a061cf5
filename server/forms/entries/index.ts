import type { Outbox } from '#server/platform/mail/index.ts';
import { bindUseCases } from '#server/platform/use-cases.ts';
import { placesTaken } from './places.ts';
import type { FormEntriesPorts, WebhookPorts } from './ports.ts';
import { deleteEntry, deliveriesOf, findEntry, formsWithEntries, listEntries } from './read-entries.ts';
import { submitForm } from './submit-form.ts';
import { createWebhookWorker, type WebhookWorker } from './webhooks/webhook-worker.ts';

const useCases = { submitForm, listEntries, findEntry, deleteEntry, formsWithEntries, deliveriesOf, placesTaken };
type UseCases = typeof useCases;

/** What form documents do with what is sent. */
export type FormEntries = {
  readonly [Name in keyof UseCases]: UseCases[Name] extends (ports: never, ...request: infer Request) => infer Answer
    ? (...request: Request) => Answer
    : never;
} & { readonly webhooks: WebhookWorker };

export function createFormEntries(ports: FormEntriesPorts & WebhookPorts, outbox: Pick<Outbox, 'wake'>): FormEntries {
  const webhooks = createWebhookWorker(ports);
  const wake = (): void => {
    outbox.wake();
    webhooks.wake();
  };
  return { ...bindUseCases(useCases, ports, wake), webhooks };
}
