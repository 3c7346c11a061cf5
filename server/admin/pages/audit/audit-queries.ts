import type { AuditList, QueryAuditLogArgs } from '#schemas/generated/graphql/resolvers.ts';
import type { AdminQuery } from '../../operation.ts';
import type { AuditPagePorts } from './ports.ts';

export function auditQueries({ staff }: AuditPagePorts) {
  const auditLog: AdminQuery<Required<QueryAuditLogArgs>, AuditList> = {
    permission: 'audit',
    async answer(question) {
      const { rows, total } = await staff.searchAudit(question);
      return { total, entries: rows.map((row) => ({ ...row, before: toJson(row.before), after: toJson(row.after) })) };
    },
  };
  return { auditLog };
}

const toJson = (values: object | null): string | null => (values === null ? null : JSON.stringify(values));
