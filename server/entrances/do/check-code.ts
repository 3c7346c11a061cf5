import { codeMessage } from '#journeys/registration/decide/refusal.ts';
import { parseRegistrationCode } from '#journeys/registration/base/registration-code.ts';
import { routeTable } from '#engine/routing/route-table.ts';
import { screens } from '#journeys/registration/base/screens.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import type { UseCase } from './use-case.ts';

/** A typed code (S5): to the landing it names, or the reason at the field (S17). */
export const checkCode: UseCase = {
  form: 'code',
  page: screens.start,
  async run({ members, site, values, network, referrer, storedReferral }) {
    const checked = validateForm('code', values);
    if (!checked.ok) return { refused: checked.errors };
    const { code } = checked.value;
    const answer = await members.checkCode({ code, network, referrer, storedReferral });
    if (answer.outcome === 'too-many-requests') return answer;
    if (answer.outcome === 'refused' && answer.error !== 'CUSTOMIZATION_MISSING')
      return { refused: [{ field: 'code', message: codeMessage[answer.error] }] };
    const landing = answer.outcome === 'valid' && answer.landing !== null ? answer.landing : '';
    return {
      to: routeTable(site).paths.get(landing) ?? screens.start,
      query: { rc: parseRegistrationCode(code) ?? code },
    };
  },
};
