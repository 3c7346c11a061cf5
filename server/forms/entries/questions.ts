import { computeFingerprint, createIdempotencyKey } from '#server/platform/database/idempotency.ts';
import { DAY } from '#server/platform/database/timestamp.ts';
import { createId } from '#server/platform/tokens/random.ts';
import type { QuestionsPort } from '#server/forms/questions.ts';
import { buildRow, claimEntry, selectQuery } from './entry-row.ts';
import { type MailedEntry, createMailsOfPage } from './mails/write-mails.ts';
import type { FormEntriesPorts } from './ports.ts';
import { type Answers, readAnswers } from './read-answers.ts';
import { takeActions } from './take-actions.ts';

/** Stores answers to questions that blocks add to a journey's form. @param wake starts the delivery of queued mails and webhook requests */
export function createQuestions(ports: FormEntriesPorts, wake: () => void): QuestionsPort {
  return {
    read({ form: id, place, fields }) {
      const form = place.site.forms.get(id);
      if (form === undefined) return { given: [], errors: [] };
      const { answers, errors } = readAnswers(form, fields);
      const query = selectQuery(form, new URLSearchParams(place.query));
      return {
        given: [{ form: id, answers, document: place.document?.id ?? null, query }],
        errors: errors.map(({ field, rule }) => ({ field, message: rule })),
      };
    },
    async store(tx, given, { email, place: { site, locale }, attribution }) {
      for (const { form: id, answers: own, document, query } of given) {
        const form = site.forms.get(id);
        // Without the form document the retention is unknown; without answers there is nothing to store.
        if (form === undefined || Object.keys(own).length === 0) continue;
        const name = id.slice('forms/'.length);
        // Checked edge: read by `readAnswers`. No question is named "email" (rule form-questions).
        const answers = { email: email.typed, ...own } as Answers;
        const entryId = createId(ports.random);
        const known = await claimEntry(
          tx,
          ports,
          { key: createIdempotencyKey('form-entry', name, email.canonical), fingerprint: computeFingerprint(answers) },
          { memberId: null, email: email.canonical, answer: JSON.stringify(entryId), lifetimeMs: DAY },
        );
        if (known !== null) continue;
        const entry: MailedEntry = {
          ...createMailsOfPage(ports.site, site, document),
          name,
          form,
          locale,
          answers,
          email,
        };
        const row = buildRow(ports, entry, { id: entryId, query, attribution });
        await tx.insertInto('form_entries').values(row).execute();
        await takeActions(tx, ports, form, entry, row);
      }
    },
    wake,
  };
}
