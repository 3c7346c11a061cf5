import type { SectionView } from '#engine/shared/data-view.ts';
import type { AuditVerdict } from '#server/staff/audit/verify.ts';
import { defineAdminAction } from '../../../../admin-action.ts';
import type { AdminRequest } from '../../../../admin-page.ts';
import { type AuditPagePorts, AUDIT_PAGE } from '../../ports.ts';

/** Verifies that the log was not changed. */
export const checkAuditLog = ({ staff }: AuditPagePorts) =>
  defineAdminAction({
    name: 'verify-audit',
    permission: 'audit',
    page: AUDIT_PAGE,
    repeatable: true,
    input: {},
    run: () => staff.verifyAudit(),
    respond: (request, verdict) => ({ shown: [buildVerdictNote(request, verdict)] }),
    offer: {
      label: 'audit.verify',
      form: ({ words }) => ({ text: words('audit.verifyText'), submit: words('audit.verifySubmit') }),
    },
  });

/** The result of the check of the hash chain. */
function buildVerdictNote({ words }: AdminRequest, { chains, problems }: AuditVerdict): SectionView {
  const entries = chains.reduce((sum, chain) => sum + chain.entries, 0);
  return problems.length === 0
    ? { kind: 'note', mark: 'on', title: words('audit.intact', { count: words.number(entries) }) }
    : {
        kind: 'note',
        mark: 'stop',
        title: words('audit.broken', { count: words.number(problems.length) }),
        text: words('audit.brokenText'),
      };
}
