import type { FormView } from '#engine/shared/data-view.ts';
import { declareChoiceInput, defineAdminAction, declareTickedInput } from '#server/admin/admin-action.ts';
import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { type AnswerKind, answerKinds, describeLanguages, buildLetterSections } from '../../letters.ts';
import { type Applicant, type InterestPorts, PAGE, TICK } from '../../ports.ts';

const NAME = 'answer-chosen-interest';

/** What the user confirms. */
interface Chosen {
  readonly answer: AnswerKind;
  readonly applicants: readonly Pick<Applicant, 'id' | 'locale'>[];
}

/** Number of answered applications. */
type AnsweredCount = number | 'none-chosen';

/** Answers the selected applications. API clients answer them individually. */
export const answerChosenInterest = ({ members, sampleSite }: InterestPorts) =>
  defineAdminAction({
    name: NAME,
    permission: 'invitations',
    page: PAGE,
    requiresReauth: true,
    input: { ids: declareTickedInput(TICK), answer: declareChoiceInput(...answerKinds) },
    preview: {
      async find({ ids, answer }): Promise<{ readonly state: Chosen } | { readonly answer: AnsweredCount }> {
        if (ids.length === 0) return { answer: 'none-chosen' };
        const { applicants } = await members.listInterest({ ids, newestFirst: false, limit: ids.length });
        if (applicants.length === 0) return { answer: 0 };
        return { state: { answer, applicants: applicants.map(({ id, locale }) => ({ id, locale })) } };
      },
      show(request, { answer, applicants }) {
        const { t } = request;
        const count = t.number(applicants.length);
        return {
          sections: [
            {
              kind: 'facts',
              title: t(answer === 'accept' ? 'interest.acceptAllTitle' : 'interest.declineAllTitle'),
              facts: [
                { label: t('interest.applications'), value: count },
                { label: t('waiting.languages'), value: describeLanguages(request, applicants) },
              ],
            },
            ...buildLetterSections(request, answer, applicants, sampleSite()),
          ],
          form: {
            submit: t(answer === 'accept' ? 'interest.sendAllAccept' : 'interest.sendAllDecline', { count }),
            text: t('interest.sendAllText'),
            hidden: { answer, ...Object.fromEntries(applicants.map(({ id }) => [`${TICK}${id}`, 'on'])) },
          },
        };
      },
      // Another user has answered all of them meanwhile.
      isOutdated: (answer) => answer === 0,
    },
    async run(_input, { actor }, { answer, applicants }): Promise<AnsweredCount> {
      let answered = 0;
      // Sequential: each is stored with its mail, even if a later one fails.
      for (const { id } of applicants)
        if ((await members.answerInterest({ id, answer, actor })).outcome !== 'answered-before') answered += 1;
      return answered;
    },
    respond({ t }, answer, { answer: kind }): ActionResult {
      if (answer === 'none-chosen') return { errors: {}, message: t('select.people') };
      if (answer === 0) return { to: PAGE, query: { done: 'interestBefore' } };
      const done = kind === 'accept' ? 'interestAllAccepted' : 'interestAllDeclined';
      return { to: PAGE, query: { done, n: String(answer) } };
    },
  });

export function buildAnswerChosenForm(request: AdminRequest): FormView {
  const { t } = request;
  return buildFormView(request, {
    action: `preview-${NAME}`,
    id: 'answer-chosen',
    submit: t('preview.show'),
    fields: [
      {
        name: 'answer',
        label: t('interest.answerChosen'),
        type: 'select',
        value: 'accept',
        options: answerKinds.map((kind) => ({ value: kind, label: t(`interest.${kind}`) })),
      },
    ],
  });
}
