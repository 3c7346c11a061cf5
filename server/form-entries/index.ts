import type { Outbox } from '#server/platform/mail/index.ts';
import { bindUseCases } from '#server/platform/use-cases.ts';
import type { FormEntriesPorts } from './ports.ts';
import { submitForm, type SubmitFormAnswer, type SubmitFormRequest } from './submit-form.ts';

/** What form documents do with what is sent. */
export interface FormEntries {
  submitForm(request: SubmitFormRequest): Promise<SubmitFormAnswer>;
}

export function createFormEntries(ports: FormEntriesPorts, outbox: Pick<Outbox, 'wake'>): FormEntries {
  return bindUseCases({ submitForm }, ports, () => outbox.wake());
}
