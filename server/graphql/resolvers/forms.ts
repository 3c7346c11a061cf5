import { isFormDocument } from '#engine/shared/shown-form.ts';
import type { MutationResolvers } from '#schemas/generated/graphql/resolvers.ts';
import { toEffect } from '#server/forms/entries/answer-form-document.ts';
import type { FormEntries } from '#server/forms/entries/index.ts';
import { findMessage } from '#server/forms/entries/find-message.ts';
import { toErrorCode } from '#server/platform/to-error-code.ts';
import type { GraphqlContext } from '../context.ts';
import { guardResolver } from '../guard.ts';

const rules = {
  required: 'REQUIRED',
  pattern: 'PATTERN',
  minLength: 'MIN_LENGTH',
  maxLength: 'MAX_LENGTH',
  places: 'PLACES',
} as const;

/** Submits form documents. @param entries `null`: all forms are unknown */
export const createFormResolvers = (
  entries: Pick<FormEntries, 'submitForm'> | null,
): Pick<MutationResolvers<GraphqlContext>, 'submitForm'> => ({
  submitForm: guardResolver('submitForm', 'everybody', async ({ input, locale, idempotencyKey }, context) => {
    const { site: api, visitor, network, incoming, cookies } = context;
    const { site } = api.noPlace();
    const id = `forms/${input.form}`;
    const form = site.forms.get(id);
    // Without `sent`, the form only adds questions to forms of a journey.
    if (entries === null || form?.sent === undefined || !isFormDocument(id)) return { code: 'UNKNOWN', errors: [] };
    const { sent } = form;
    const fields = new URLSearchParams(
      input.answers.flatMap(({ field, values }) => values.map((value): [string, string] => [field, value])),
    );
    const { document } = input;
    const answer = await entries.submitForm({
      site,
      form: id,
      fields,
      locale,
      document: site.documents.get(document ?? '') ?? null,
      block: null,
      query: new URLSearchParams(input.query ?? ''),
      network,
      formKey: idempotencyKey ?? visitor.formKey,
      attribution: api.readAttribution(incoming),
    });
    const effect = toEffect(answer, id, { ...form, sent }, site);
    api.answered(id, effect, incoming);
    const events = api.fired(effect, incoming);
    if (events !== null) cookies.push(events);
    return {
      code: toErrorCode(answer.outcome),
      errors:
        answer.outcome === 'invalid'
          ? answer.errors.map(({ field, rule }) => ({
              field,
              rule: rules[rule],
              text: findMessage(site, form, { field, rule }, locale),
            }))
          : [],
      ...(answer.outcome === 'too-many-requests' && { retryAfterSeconds: answer.retryAfterSeconds }),
    };
  }),
});
