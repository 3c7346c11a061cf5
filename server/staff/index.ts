import {
  type AccessGrant,
  type AccessToken,
  findAccessGrant,
  issueAccessToken,
  type NewAccessGrant,
  revokeAccessToken,
} from './access-tokens.ts';
import {
  type Admin,
  type ChangeAdminResult,
  type ChangeAdminRequest,
  changeAdmin,
  type CreateAdminResult,
  createAdmin,
  findAdmin,
  listAdmins,
  type ListedAdmin,
  type NewAdmin,
} from './admins.ts';
import {
  redeemInvitation,
  type RedeemInvitationResult,
  type RedeemInvitationRequest,
  findInvitation,
  inviteAdmin,
  type InviteAdminResult,
  type ListedInvitation,
  listInvitations,
  type NewInvitation,
  sendInvitationAgain,
  type SendInvitationAgainRequest,
  revokeInvitation,
} from './invitations.ts';
import type { Permission } from './permissions.ts';
import { audit } from './audit/append.ts';
import { dropOldMonths } from './audit/drop-months.ts';
import { type AuditQuestion, type AuditRow, readAudit, searchAudit } from './audit/read.ts';
import { type AuditVerdict, verifyAudit } from './audit/verify.ts';
import type { AuditEntry } from '#server/platform/platform-ports.ts';
import { type EndSessionRequest, endSessions, listSessions, type StaffSession } from './sessions.ts';
import {
  type AddPasskeyResult,
  addPasskey,
  type AddPasskeyRequest,
  type ListedPasskey,
  listPasskeys,
  offerToAdd,
  offerToUse,
  type PasskeyOffer,
  removePasskey,
} from './passkeys/passkeys.ts';
import { issueCalendarFeed, findCalendarFeed, openCalendarFeed, revokeCalendarFeed } from './calendar-feeds.ts';
import { type DraftMailsChoice, findDraftMails, setDraftMails } from './draft-mails.ts';
import type { ChallengeOwner } from './passkeys/challenge.ts';
import { type Confirmation, confirm, type WaysToConfirm, listWaysToConfirm } from './confirm.ts';
import {
  type PasskeySignIn,
  type SignInResult,
  type SignInRequest,
  signInAdmin,
  signInWithPasskey,
} from './sign-in.ts';
import {
  type BeginProviderSignIn,
  beginProviderSignIn,
  type ProviderReturn,
  type ProviderSignInResult,
  signInByProvider,
} from './sign-in-by-provider.ts';
import { createDemoAdmin, type DemoAdmin } from './create-demo-admin.ts';
import {
  createApiToken,
  type CreateApiTokenResult,
  findApiToken,
  findPersonBehind,
  type ListedApiToken,
  listApiTokens,
  type NewApiToken,
  type ApiTokenAccess,
  revokeApiToken,
} from './api-tokens.ts';
import { withMinimumResponseTime } from '#server/platform/limits/minimum-response-time.ts';
import { FailedSignIns } from './failed-sign-ins.ts';
import { PasswordHashes } from './password-hashes.ts';
import type { SignInPorts, StaffPorts } from './ports.ts';

/** Accounts, sessions and the audit log of staff users; functions are documented where they are defined. */
export interface Staff {
  createAdmin(admin: NewAdmin): Promise<CreateAdminResult>;
  changeAdmin(request: ChangeAdminRequest): Promise<ChangeAdminResult>;
  listAdmins(): Promise<readonly ListedAdmin[]>;
  inviteAdmin(invitation: NewInvitation): Promise<InviteAdminResult>;
  sendInvitationAgain(request: SendInvitationAgainRequest): Promise<InviteAdminResult>;
  revokeInvitation(invitation: { readonly id: string; readonly by: string }): Promise<boolean>;
  listInvitations(): Promise<readonly ListedInvitation[]>;
  findInvitation(token: string): Promise<ListedInvitation | null>;
  redeemInvitation(request: RedeemInvitationRequest): Promise<RedeemInvitationResult>;
  signInAdmin(request: SignInRequest): Promise<SignInResult>;
  signInWithPasskey(request: PasskeySignIn): Promise<SignInResult>;
  /** Whether an identity provider is configured for the staff. */
  readonly hasProvider: boolean;
  beginProviderSignIn(request: BeginProviderSignIn): Promise<string | null>;
  signInByProvider(request: ProviderReturn): Promise<ProviderSignInResult>;
  waysToConfirm(adminId: string): Promise<WaysToConfirm>;
  confirm(request: Confirmation): Promise<SignInResult>;
  findAdmin(id: string): Promise<Admin | null>;
  offerToAddPasskey(admin: Pick<Admin, 'id' | 'email' | 'name'>, browser: string): Promise<PasskeyOffer>;
  offerToUsePasskey(owner: ChallengeOwner & { readonly adminId?: string }): Promise<PasskeyOffer>;
  addPasskey(request: AddPasskeyRequest): Promise<AddPasskeyResult>;
  listPasskeys(adminId: string): Promise<readonly ListedPasskey[]>;
  removePasskey(passkey: { readonly adminId: string; readonly id: string }): Promise<boolean>;
  issueAccessToken(access: NewAccessGrant): Promise<AccessToken>;
  findAccessGrant(token: string, isUsed?: boolean): Promise<AccessGrant | null>;
  revokeAccessToken(token: string): Promise<void>;
  listSessions(adminId: string, token: string): Promise<readonly StaffSession[]>;
  endSessions(request: EndSessionRequest): Promise<number>;
  issueCalendarFeed(adminId: string): Promise<string>;
  revokeCalendarFeed(adminId: string): Promise<boolean>;
  findCalendarFeed(adminId: string): Promise<string | null>;
  openCalendarFeed(token: string): Promise<readonly Permission[] | null>;
  findDraftMails(adminId: string): Promise<boolean>;
  setDraftMails(request: DraftMailsChoice): Promise<void>;
  createApiToken(token: NewApiToken): Promise<CreateApiTokenResult>;
  listApiTokens(): Promise<readonly ListedApiToken[]>;
  revokeApiToken(id: string, by?: string): Promise<boolean>;
  findApiToken(token: string): Promise<ApiTokenAccess | null>;
  findPersonBehind(actor: string): Promise<string>;
  createDemoAdmin(): Promise<DemoAdmin>;
  readAudit(limit: number): Promise<readonly AuditRow[]>;
  searchAudit(question: AuditQuestion): ReturnType<typeof searchAudit>;
  /** For actions without an own transaction, such as viewing a person. */
  note(...entries: readonly AuditEntry[]): Promise<void>;
  /** Records summaries of failed sign-ins in ended windows; of all windows before the process ends. */
  noteFailedSignIns(isEnd?: boolean): Promise<void>;
  verifyAudit(contains?: readonly string[]): Promise<AuditVerdict>;
  dropOldMonths(): Promise<number>;
}

/** All use cases with their ports applied. */
export function createStaff(given: StaffPorts): Staff {
  const failures = new FailedSignIns(given.clock, (entry) => audit(given.database.db, given, entry));
  const ports: SignInPorts = { ...given, hashes: new PasswordHashes(), failures };
  return {
    createAdmin: (admin) => createAdmin(ports, admin),
    changeAdmin: (request) => changeAdmin(ports, request),
    listAdmins: () => listAdmins(ports),
    inviteAdmin: (invitation) => inviteAdmin(ports, invitation),
    sendInvitationAgain: (request) => sendInvitationAgain(ports, request),
    revokeInvitation: (invitation) => revokeInvitation(ports, invitation),
    listInvitations: () => listInvitations(ports),
    findInvitation: (token) => findInvitation(ports, token),
    redeemInvitation: (request) => redeemInvitation(ports, request),
    signInAdmin: (request) => withMinimumResponseTime(ports, () => signInAdmin(ports, request)),
    signInWithPasskey: (request) => withMinimumResponseTime(ports, () => signInWithPasskey(ports, request)),
    hasProvider: ports.provider !== null,
    beginProviderSignIn: (request) => beginProviderSignIn(ports, request),
    signInByProvider: (request) => withMinimumResponseTime(ports, () => signInByProvider(ports, request)),
    waysToConfirm: (adminId) => listWaysToConfirm(ports, adminId),
    confirm: (request) => withMinimumResponseTime(ports, () => confirm(ports, request)),
    findAdmin: (id) => findAdmin(ports, id),
    offerToAddPasskey: (admin, browser) => offerToAdd(ports, admin, browser),
    offerToUsePasskey: (owner) => offerToUse(ports, owner),
    addPasskey: (request) => addPasskey(ports, request),
    listPasskeys: (adminId) => listPasskeys(ports, adminId),
    removePasskey: (passkey) => removePasskey(ports, passkey),
    issueAccessToken: (access) => issueAccessToken(ports, access),
    findAccessGrant: (token, isUsed) => findAccessGrant(ports, token, isUsed),
    revokeAccessToken: (token) => revokeAccessToken(ports, token),
    listSessions: (adminId, token) => listSessions(ports, adminId, token),
    endSessions: (request) => endSessions(ports, request),
    issueCalendarFeed: (adminId) => issueCalendarFeed(ports, adminId),
    revokeCalendarFeed: (adminId) => revokeCalendarFeed(ports, adminId),
    findCalendarFeed: (adminId) => findCalendarFeed(ports, adminId),
    openCalendarFeed: (token) => openCalendarFeed(ports, token),
    findDraftMails: (adminId) => findDraftMails(ports, adminId),
    setDraftMails: (request) => setDraftMails(ports, request),
    createApiToken: (token) => createApiToken(ports, token),
    listApiTokens: () => listApiTokens(ports),
    revokeApiToken: (id, by) => revokeApiToken(ports, id, by),
    findApiToken: (token) => findApiToken(ports, token),
    findPersonBehind: (actor) => findPersonBehind(ports.database.db, actor),
    createDemoAdmin: () => createDemoAdmin(ports),
    searchAudit: (question) => searchAudit(ports, question),
    noteFailedSignIns: (isEnd) => failures.noteCounts(isEnd),
    verifyAudit: (contains) => verifyAudit(ports, contains),
    dropOldMonths: () => dropOldMonths(ports),
    note: (...entries) => audit(ports.database.db, ports, ...entries),
    readAudit: (limit) => readAudit(ports, limit),
  };
}
