import type { SampleSite } from '#journeys/registration/members/mails/mail-template.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { RenderedMail } from '#server/platform/mail/mail-content.ts';
import type { Staff } from '#server/staff/index.ts';

export interface MailPreviewsPorts {
  /** What samples say of the site. */
  readonly sampleSite: () => SampleSite;
  readonly staff: Pick<Staff, 'note'>;
  /** Puts a sample into the queue; `false` when this address had enough of them for now. */
  sendSample(sample: Sample): Promise<boolean>;
}

export interface Sample {
  readonly template: string;
  readonly locale: Locale;
  /** Address of the one who asks, and of nobody else. */
  readonly to: string;
  readonly rendered: RenderedMail;
}

export const PAGE = '/admin/mail-previews';
