import type { FormView } from '#engine/shared/data-view.ts';
import { defineAdminAction, declareTickedInput } from '#server/admin/admin-action.ts';
import type { ActionResult, AdminRequest } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import { LINK_PAGE, type LinkPorts, TICK } from '../../ports.ts';

const NAME = 'withdraw-links';

/** Withdraws the selected links of the user. API clients withdraw links individually. */
export const withdrawLinks = ({ members }: LinkPorts) =>
  defineAdminAction({
    name: NAME,
    permission: 'links',
    page: LINK_PAGE,
    input: { codes: declareTickedInput(TICK) },
    preview: {
      async find(
        { codes },
        { actor },
      ): Promise<{ readonly state: readonly string[] } | { readonly answer: number | 'none-chosen' }> {
        if (codes.length === 0) return { answer: 'none-chosen' };
        const { links } = await members.listLinks({ actor, locale: 'en', only: codes, limit: codes.length });
        const open = links.flatMap(({ code, isWithdrawn }) => (isWithdrawn ? [] : [code]));
        return open.length === 0 ? { answer: 0 } : { state: open };
      },
      show: ({ t }, codes) => ({
        sections: [
          {
            kind: 'facts',
            title: t('links.withdrawChosenTitle'),
            facts: [
              { label: t('links.chosen'), value: t.number(codes.length) },
              { label: t('links.code'), value: codes.join(', ') },
            ],
          },
        ],
        form: {
          submit: t('links.withdrawCount', { count: t.number(codes.length) }),
          text: t('links.withdrawChosenText'),
          danger: true,
          hidden: Object.fromEntries(codes.map((code) => [`${TICK}${code}`, 'on'])),
        },
      }),
    },
    async run(_input, { actor }, codes): Promise<number | 'none-chosen'> {
      let withdrawn = 0;
      for (const code of codes)
        if ((await members.blockCode({ code, what: 'code', state: 'blocked', actor })).outcome === 'changed')
          withdrawn += 1;
      return withdrawn;
    },
    respond({ t }, answer): ActionResult {
      if (answer === 'none-chosen') return { errors: {}, message: t('select.links') };
      if (answer === 0) return { to: LINK_PAGE, query: { done: 'codeUnchanged' } };
      return { to: LINK_PAGE, query: { done: 'linksWithdrawn', n: String(answer) } };
    },
  });

export const buildWithdrawChosenForm = (request: AdminRequest): FormView =>
  buildFormView(request, {
    action: `preview-${NAME}`,
    id: 'withdraw-chosen',
    submit: request.t('links.withdrawChosen'),
    hidden: {},
  });
