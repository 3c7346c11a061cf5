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
      form: ({ t }) => ({ text: t('audit.verifyText'), submit: t('audit.verifySubmit') }),
    },
  });

/** The result of the check of the hash chain. */
function buildVerdictNote({ t }: AdminRequest, { chains, problems }: AuditVerdict): SectionView {
  const entries = chains.reduce((sum, chain) => sum + chain.entries, 0);
  return problems.length === 0
    ? { kind: 'note', mark: 'on', title: t('audit.intact', { count: t.number(entries) }) }
    : {
        kind: 'note',
        mark: 'stop',
        title: t('audit.broken', { count: t.number(problems.length) }),
        text: t('audit.brokenText'),
      };
}
