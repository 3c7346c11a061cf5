import type { Site } from '#engine/documents/types.ts';
import type { QueueWorker } from '#server/platform/database/delivery-queue.ts';
import type { Outbox } from '#server/platform/mail/index.ts';
import { bindUseCases, type BoundUseCases } from '#server/platform/use-cases.ts';
import { confirmEntry, readConfirmation } from './confirmation.ts';
import { createFullForms, type FullForms } from './full-forms.ts';
import type { QuestionsPort } from '#server/forms/questions.ts';
import { countPlacesTaken } from './places.ts';
import { createQuestions } from './questions.ts';
import type { FormEntriesPorts, WebhookPorts } from './ports.ts';
import { deleteEntry, readDeliveries, findEntry, listFormsWithEntries, listEntries } from './read-entries.ts';
import { submitForm } from './submit-form.ts';
import { countDeliveries, countDeadByForm, resendDeliveries } from './webhooks/dead-deliveries.ts';
import { createWebhookWorker } from './webhooks/webhook-worker.ts';

const useCases = {
  submitForm,
  readConfirmation,
  confirmEntry,
  listEntries,
  findEntry,
  deleteEntry,
  formsWithEntries: listFormsWithEntries,
  readDeliveries,
  placesTaken: countPlacesTaken,
  countDeliveries,
  deadByForm: countDeadByForm,
  resendDeliveries,
};

/** Use cases of form documents. */
export type FormEntries = BoundUseCases<FormEntriesPorts, typeof useCases> & {
  readonly webhooks: QueueWorker;
  readonly fullForms: FullForms;
  readonly questions: QuestionsPort;
};

/** @param site the live documents; `null` without any */
export function createFormEntries(
  ports: FormEntriesPorts & WebhookPorts,
  outbox: Pick<Outbox, 'wake'>,
  site: () => Site | null,
): FormEntries {
  const webhooks = createWebhookWorker(ports);
  const fullForms = createFullForms(ports, site);
  const wake = (): void => {
    outbox.wake();
    webhooks.wake();
  };
  const bound = bindUseCases(useCases, ports, wake);
  return {
    ...bound,
    // Later requests on this process see the change at once.
    async submitForm(request) {
      const answer = await bound.submitForm(request);
      if (request.site.forms.get(request.form)?.places !== undefined) await fullForms.look();
      return answer;
    },
    async deleteEntry(id) {
      const isDeleted = await bound.deleteEntry(id);
      await fullForms.look();
      return isDeleted;
    },
    webhooks,
    fullForms,
    questions: createQuestions(ports, wake),
  };
}
