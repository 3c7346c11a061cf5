import type { Site } from '#engine/documents/types.ts';
import { readTarget } from '#engine/routing/targets.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { MailBranding } from '#server/platform/mail/mail-content.ts';

/** Branding of mails: organization, brand, and the links of these names in the site document. */
export function readMailBranding(site: Site, locale: Locale): MailBranding {
  const link = (name: keyof MailBranding['links']) => {
    const read = readTarget(site, `link:${name}`, locale);
    return read.ok ? { [name]: new URL(read.target.href, site.deployment.publicOrigin).href } : {};
  };
  return {
    theme: site.brand.mails,
    organization: site.config.organization,
    links: { ...link('imprint'), ...link('privacy'), ...link('service') },
  };
}
