import type { SampleSite } from '#journeys/registration/members/mails/mail-template.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { RenderedMail } from '#server/platform/mail/mail-content.ts';
import type { Staff } from '#server/staff/index.ts';

export interface MailPreviewsPorts {
  /** Site data of sample mails. */
  readonly sampleSite: () => SampleSite;
  readonly staff: Pick<Staff, 'note'>;
  /** Enqueues a sample; `false` above the rate limit of the address. */
  sendSample(sample: Sample): Promise<boolean>;
}

export interface Sample {
  readonly template: string;
  readonly locale: Locale;
  /** Address of the user. */
  readonly to: string;
  readonly rendered: RenderedMail;
}

export const PAGE = '/admin/mail-previews';
