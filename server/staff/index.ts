import {
  type Access,
  type AccessToken,
  findAccess,
  issueAccessToken,
  type NewAccess,
  revokeAccessToken,
} from './access-tokens.ts';
import {
  type Admin,
  type ChangeAdminAnswer,
  type ChangeAdminRequest,
  changeAdmin,
  type CreateAdminAnswer,
  createAdmin,
  findAdmin,
  listAdmins,
  type ListedAdmin,
  type NewAdmin,
  type SignInAnswer,
  type SignInRequest,
  signInAdmin,
} from './admins.ts';
import { audit, type AuditQuestion, type AuditRow, readAudit, searchAudit } from './audit.ts';
import type { AuditEntry } from '#server/platform/platform-ports.ts';
import { type EndSessionRequest, endSessions, listSessions, type StaffSession } from './sessions.ts';
import { demoAdmin, type DemoAdmin } from './demo-admin.ts';
import { withAnswerFloor } from '#server/platform/limits/answer-floor.ts';
import type { StaffPorts } from './ports.ts';

/** Accounts, sessions and the audit log of those who run the site; each function is described where it is written. */
export interface Staff {
  createAdmin(admin: NewAdmin): Promise<CreateAdminAnswer>;
  changeAdmin(request: ChangeAdminRequest): Promise<ChangeAdminAnswer>;
  listAdmins(): Promise<readonly ListedAdmin[]>;
  signInAdmin(request: SignInRequest): Promise<SignInAnswer>;
  findAdmin(id: string): Promise<Admin | null>;
  issueAccessToken(access: NewAccess): Promise<AccessToken>;
  findAccess(token: string): Promise<Access | null>;
  revokeAccessToken(token: string): Promise<void>;
  listSessions(adminId: string, token: string): Promise<readonly StaffSession[]>;
  endSessions(request: EndSessionRequest): Promise<number>;
  demoAdmin(): Promise<DemoAdmin>;
  readAudit(limit: number): Promise<readonly AuditRow[]>;
  searchAudit(question: AuditQuestion): ReturnType<typeof searchAudit>;
  /** For a deed without a transaction of its own, such as looking at somebody. */
  note(entry: AuditEntry): Promise<void>;
}

/** Every use case bound to its ports. */
export function createStaff(ports: StaffPorts): Staff {
  return {
    createAdmin: (admin) => createAdmin(ports, admin),
    changeAdmin: (request) => changeAdmin(ports, request),
    listAdmins: () => listAdmins(ports),
    signInAdmin: (request) => withAnswerFloor(ports, () => signInAdmin(ports, request)),
    findAdmin: (id) => findAdmin(ports, id),
    issueAccessToken: (access) => issueAccessToken(ports, access),
    findAccess: (token) => findAccess(ports, token),
    revokeAccessToken: (token) => revokeAccessToken(ports, token),
    listSessions: (adminId, token) => listSessions(ports, adminId, token),
    endSessions: (request) => endSessions(ports, request),
    demoAdmin: () => demoAdmin(ports),
    searchAudit: (question) => searchAudit(ports.database.db, question),
    note: (entry) => audit(ports.database.db, ports, entry),
    readAudit: (limit) => readAudit(ports.database.db, limit),
  };
}
