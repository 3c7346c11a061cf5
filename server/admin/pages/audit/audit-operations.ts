import type { AuditList, QueryAuditLogArgs } from '#schemas/generated/graphql/resolvers.ts';
import type { Staff } from '#server/staff/index.ts';
import type { AdminOperations, AdminQuery } from '../../operation.ts';

export function auditOperations(staff: Pick<Staff, 'searchAudit'>): AdminOperations {
  const auditLog: AdminQuery<Required<QueryAuditLogArgs>, AuditList> = {
    permission: 'audit',
    async answer(question) {
      const { rows, total } = await staff.searchAudit(question);
      return { total, entries: rows.map((row) => ({ ...row, before: jsonOf(row.before), after: jsonOf(row.after) })) };
    },
  };
  return { Query: { auditLog } };
}

const jsonOf = (values: object | null): string | null => (values === null ? null : JSON.stringify(values));
