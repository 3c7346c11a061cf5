import { selectSiteOfBrand } from '#engine/documents/brand/site-of-brand.ts';
import type { DocumentId, Site } from '#engine/documents/types.ts';
import type { MailTheme } from '#server/platform/mail/theme/mail-theme.ts';
import { readTarget } from '#engine/routing/targets.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { MailBranding } from '#server/platform/mail/mail-content.ts';

/**
 * Branding of mails: organization, brand, and the links of these names in the site document.
 *
 * @param document page whose brand the mail has; default: the brand of the site
 */
export function readMailBranding(ofSite: Site, locale: Locale, document?: DocumentId): MailBranding {
  const site = selectSiteOfBrand(ofSite, document === undefined ? undefined : ofSite.documents.get(document));
  const { sender = site.config.name } = site.brand.mails;
  const link = (name: keyof MailBranding['links']) => {
    const read = readTarget(site, `link:${name}`, locale);
    return read.ok ? { [name]: new URL(read.target.href, site.deployment.publicOrigin).href } : {};
  };
  return {
    theme: site.brand.mails,
    ...(site !== ofSite && { senderName: sender }),
    organization: site.config.organization,
    links: { ...link('imprint'), ...link('privacy'), ...link('service') },
  };
}

/** What all mails share. */
export interface MailLetters {
  readonly theme: MailTheme;
  /** Themes of further brands. */
  readonly others?: readonly MailTheme[];
  readonly senderName?: string | undefined;
}

/** Themes of mails of further brands. */
export const listFurtherThemes = ({ brands }: Site): readonly MailTheme[] =>
  [...brands.values()].map(({ brand }) => brand.mails);
