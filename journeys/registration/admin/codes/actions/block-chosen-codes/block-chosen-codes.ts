import type { FormView } from '#engine/shared/data-view.ts';
import { defineAdminAction, declareTickedInput } from '#server/admin/admin-action.ts';
import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { type CodesPorts, PAGE, TICK } from '../../ports.ts';

const NAME = 'block-chosen-codes';
/** Maximum codes listed in the preview. */
const MAX_NAMED = 50;

interface Chosen {
  readonly codes: readonly { readonly code: string; readonly label: string }[];
}

/** Blocks the selected codes. API clients block codes individually. */
export const blockChosenCodes = ({ members }: CodesPorts) =>
  defineAdminAction({
    name: NAME,
    permission: 'invitations',
    page: PAGE,
    requiresReauth: true,
    input: { codes: declareTickedInput(TICK) },
    preview: {
      async find({ codes: ticked }): Promise<{ readonly state: Chosen } | { readonly answer: number | 'none-chosen' }> {
        if (ticked.length === 0) return { answer: 'none-chosen' };
        const order = { order: 'label', descending: false, limit: ticked.length } as const;
        const found = await members.findCodes({ search: '', only: ticked, state: null, ...order });
        const codes = found.codes
          .filter(({ state }) => state !== 'blocked')
          .map(({ code, label }) => ({ code, label }));
        return codes.length === 0 ? { answer: 0 } : { state: { codes } };
      },
      show({ t }, { codes }) {
        const named = codes.slice(0, MAX_NAMED).map(({ label }) => label);
        return {
          sections: [
            {
              kind: 'facts',
              title: t('codes.blockChosenTitle'),
              facts: [
                { label: t('codes.chosen'), value: t.number(codes.length) },
                {
                  label: t('codes.code'),
                  value: [...named, ...(codes.length > MAX_NAMED ? ['…'] : [])].join(', '),
                },
              ],
            },
          ],
          form: {
            submit: t('codes.blockCount', { count: t.number(codes.length) }),
            text: t('codes.blockChosenText'),
            danger: true,
            hidden: Object.fromEntries(codes.map(({ code }) => [`${TICK}${code}`, 'on'])),
          },
        };
      },
    },
    async run(_input, { actor }, { codes }): Promise<number | 'none-chosen'> {
      let blocked = 0;
      for (const { code } of codes)
        if ((await members.blockCode({ code, what: 'code', state: 'blocked', actor })).outcome === 'changed')
          blocked += 1;
      return blocked;
    },
    respond({ t }, answer): ActionResult {
      if (answer === 'none-chosen') return { errors: {}, message: t('select.codes') };
      if (answer === 0) return { to: PAGE, query: { done: 'codeUnchanged' } };
      return { to: PAGE, query: { done: 'codesBlockedCount', n: String(answer) } };
    },
  });

export const buildBlockChosenForm = (request: AdminRequest): FormView =>
  buildFormView(request, {
    action: `preview-${NAME}`,
    id: 'block-chosen',
    submit: request.t('codes.blockChosen'),
    hidden: {},
  });
