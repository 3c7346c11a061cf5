import type { Members } from '#journeys/registration/members/index.ts';
import type { SampleSite } from '#journeys/registration/members/mails/mail-template.ts';

export interface InterestPorts {
  readonly members: Pick<Members, 'listInterest' | 'answerInterest'>;
  /** Site data of sample mails. */
  readonly sampleSite: () => SampleSite;
}

export const PAGE = '/admin/membership-interest';

/** Prefix of checkbox names. */
export const TICK = 'interest-';

type Found = Awaited<ReturnType<InterestPorts['members']['listInterest']>>;
export type Applicant = Found['applicants'][number];
export type FoundApplicants = Pick<Found, 'applicants' | 'total'>;
