import type { Clock } from '#server/platform/ports.ts';
import type { Staff } from '#server/staff/index.ts';

export interface AuditPagePorts {
  readonly ports: { readonly clock: Clock };
  readonly staff: Pick<Staff, 'searchAudit' | 'verifyAudit' | 'listAdmins'>;
}

export const AUDIT_PAGE = '/admin/audit';
