import type { RegistrationEnquiries } from '#journeys/registration/server/enquiries.ts';
import { registrationUseCases } from '#schemas/generated/use-cases.ts';
import { checkPurposeToken, makePurposeToken } from '#server/platform/tokens/purpose-token.ts';
import { bindUseCases, type BoundUseCases } from '#server/platform/use-cases.ts';
import { checkKnownCode } from './check-code/check-code.ts';
import { listCountryOptions } from './check-code/list-country-options.ts';
import { CodeCache } from './codes/code-cache.ts';
import {
  type DemoLink,
  buildDemoLinks,
  buildDemoSocialLink,
  getCompanyCode,
  seedDemo,
  listStoredDemoCodes,
} from './demo/seed.ts';
import { loadDraft } from './draft/stored-draft.ts';
import type { CodePorts, MemberPorts, MemberSettings } from './ports.ts';
import { countWaiting } from './release-invitations/release-invitations.ts';
import { readRegistrationStatus } from './watch-registration/read-registration-status.ts';
import { watchRegistration } from './watch-registration/watcher.ts';

/** Use cases are documented where they are defined, such as `checkCode` in `check-code/check-code.ts`. */
type MemberUseCases = BoundUseCases<CodePorts, typeof registrationUseCases>;

/** The members module. */
export interface Members extends MemberUseCases, RegistrationEnquiries {
  readonly settings: MemberSettings;
  countWaiting(): Promise<number>;
  makeSocialToken(email: string): Promise<string>;
  readonly demo: {
    seed(): Promise<void>;
    /** The public code of demo mode. */
    companyCode(): string;
    /** Labels of existing demo codes. */
    codes(): Promise<ReadonlySet<string>>;
    links(): readonly DemoLink[];
    socialLink(): Promise<string>;
  };
}

/**
 * All use cases with their ports applied.
 *
 * @param wakeOutbox called after each use case that enqueued a mail
 */
export function createMembers(ports: MemberPorts, wakeOutbox: () => void): Members {
  const { clock, pubSub, database } = ports;
  const distance = (): number => database.databaseHealth.distanceMs;
  const codePorts = { ...ports, codes: new CodeCache({ db: database.db, clock, pubSub, distance }) };
  return {
    ...bindUseCases<CodePorts, typeof registrationUseCases>(registrationUseCases, codePorts, wakeOutbox),
    settings: ports.settings,

    checkKnownCode: (question) => checkKnownCode(codePorts, question),
    countryOptions: () => listCountryOptions((country) => ports.site.policies(country)),
    loadDraft: (draft) => loadDraft(ports, draft),
    registrationStatus: (registration) => readRegistrationStatus(ports, registration),
    watchRegistration: (registration, watcher) => watchRegistration(ports, registration, watcher),
    countWaiting: () => countWaiting(ports.database.db),

    checkToken: (purpose, token) => checkPurposeToken(ports, purpose, token),
    makeToken: (purpose, email, seconds) => makePurposeToken(ports, purpose, email, seconds),
    makeSocialToken: (email) => makePurposeToken(ports, 'social', email, ports.settings.socialTokenMinutes * 60),

    demo: {
      seed: () => seedDemo(ports),
      companyCode: () => getCompanyCode(ports.site),
      codes: () => listStoredDemoCodes(ports),
      links: () => buildDemoLinks(ports),
      socialLink: () => buildDemoSocialLink(ports),
    },
  };
}

declare module '#server/forms/use-case.ts' {
  interface UseCases extends MemberUseCases {}
}
