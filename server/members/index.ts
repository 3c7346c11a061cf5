import { makePurposeToken, checkPurposeToken, type TokenCheck } from '#server/platform/tokens/purpose-token.ts';
import { type ActivateAnswer, type ActivateRequest, activate } from './activate/activate.ts';
import {
  type ApplyAnswer,
  type ApplyRequest,
  applyForMembership,
} from './apply-for-membership/apply-for-membership.ts';
import { type ChangeEmailAnswer, type ChangeEmailRequest, changeEmail } from './change-email/change-email.ts';
import { type CodeAnswer, type CodeQuestion, checkCode } from './check-code/check-code.ts';
import { type CountryOption, countryOptions } from './check-code/country-options.ts';
import { type DemoLink, demoLinks, demoSocialLink, seedDemo } from './demo/seed.ts';
import { type Draft, loadDraft } from './draft/draft.ts';
import { type EnterLobbyAnswer, type EnterLobbyRequest, enterLobby } from './enter-lobby/enter-lobby.ts';
import { expirePending } from './expire-pending/expire-pending.ts';
import { type FinishDraftAnswer, finishDraft } from './finish-draft/finish-draft.ts';
import { type GenerateLinkAnswer, type GenerateLinkRequest, generateLink } from './generate-link/generate-link.ts';
import { type JoinAnswer, type JoinRequest, joinWaitingList } from './join-waiting-list/join-waiting-list.ts';
import type { MemberPorts, MemberSettings } from './ports.ts';
import { type RegisterAnswer, type RegisterRequest, register } from './register/register.ts';
import {
  type ReleaseAnswer,
  type ReleaseRequest,
  countWaiting,
  releaseInvitations,
} from './release-invitations/release-invitations.ts';
import { type ResendAnswer, type ResendRequest, resendActivation } from './resend-activation/resend-activation.ts';
import { type SaveDraftAnswer, saveDraft } from './save-draft/save-draft.ts';
import { type PreferencesAnswer, type PreferencesRequest, setPreferences } from './set-preferences/set-preferences.ts';
import { type RegistrationStatus, registrationStatus } from './watch-registration/registration-status.ts';
import { type Watcher, watchRegistration } from './watch-registration/watch-registration.ts';

/** What the membership of this site can do; each function is described where it is written. */
export interface Members {
  readonly settings: MemberSettings;

  checkCode(question: CodeQuestion): Promise<CodeAnswer>;
  countryOptions(): readonly CountryOption[];
  generateLink(request: GenerateLinkRequest): Promise<GenerateLinkAnswer>;

  register(request: RegisterRequest): Promise<RegisterAnswer>;
  saveDraft(session: string | null, form: unknown): Promise<SaveDraftAnswer>;
  loadDraft(session: string): Promise<Draft | null>;
  finishDraft(session: string | null, request: RegisterRequest): Promise<FinishDraftAnswer>;
  changeEmail(request: ChangeEmailRequest): Promise<ChangeEmailAnswer>;
  resendActivation(request: ResendRequest): Promise<ResendAnswer>;
  registrationStatus(registration: string): Promise<RegistrationStatus>;
  watchRegistration(registration: string, watcher: Watcher): (() => void) | null;
  activate(request: ActivateRequest): Promise<ActivateAnswer>;

  enterLobby(request: EnterLobbyRequest): Promise<EnterLobbyAnswer>;
  joinWaitingList(request: JoinRequest): Promise<JoinAnswer>;
  countWaiting(): Promise<number>;
  releaseInvitations(request: ReleaseRequest): Promise<ReleaseAnswer>;
  applyForMembership(request: ApplyRequest): Promise<ApplyAnswer>;
  setPreferences(request: PreferencesRequest): Promise<PreferencesAnswer>;

  checkToken(purpose: 'lobby' | 'social', token: string | null): Promise<TokenCheck>;
  makeSocialToken(email: string): Promise<string>;

  /** Housekeeping, to be called every few minutes by any node. */
  expirePending(): Promise<number>;
  readonly demo: {
    seed(): Promise<void>;
    links(): readonly DemoLink[];
    socialLink(): Promise<string>;
  };
}

/**
 * Every use case bound to its ports.
 *
 * @param wakeOutbox Looks at the outbox; called after each use case that may have written a mail.
 */
export function createMembers(ports: MemberPorts, wakeOutbox: () => void): Members {
  const mailing = async <Answer>(answering: Promise<Answer>): Promise<Answer> => {
    const answer = await answering;
    wakeOutbox();
    return answer;
  };
  return {
    settings: ports.settings,

    checkCode: (question) => checkCode(ports, question),
    countryOptions: () => countryOptions((country) => ports.site.policies(country)),
    generateLink: (request) => generateLink(ports, request),

    register: (request) => mailing(register(ports, request)),
    saveDraft: (session, form) => saveDraft(ports, session, form),
    loadDraft: (session) => loadDraft(ports, session),
    finishDraft: (session, request) => mailing(finishDraft(ports, session, request)),
    changeEmail: (request) => mailing(changeEmail(ports, request)),
    resendActivation: (request) => mailing(resendActivation(ports, request)),
    registrationStatus: (registration) => registrationStatus(ports, registration),
    watchRegistration: (registration, watcher) => watchRegistration(ports, registration, watcher),
    activate: (request) => mailing(activate(ports, request)),

    enterLobby: (request) => enterLobby(ports, request),
    joinWaitingList: (request) => mailing(joinWaitingList(ports, request)),
    countWaiting: () => countWaiting(ports.database.db),
    releaseInvitations: (request) => mailing(releaseInvitations(ports, request)),
    applyForMembership: (request) => mailing(applyForMembership(ports, request)),
    setPreferences: (request) => setPreferences(ports, request),

    checkToken: (purpose, token) => checkPurposeToken(ports, purpose, token),
    makeSocialToken: (email) => makePurposeToken(ports, 'social', email, ports.settings.socialTokenMinutes * 60),

    expirePending: () => expirePending(ports),
    demo: {
      seed: () => seedDemo(ports),
      links: () => demoLinks(ports),
      socialLink: () => demoSocialLink(ports),
    },
  };
}
