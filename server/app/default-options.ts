import { InternalError } from '#engine/shared/errors.ts';
import type { MailLetters } from '#server/app/mail-branding.ts';
import { plainTheme } from '#server/platform/mail/theme/mail-theme.ts';
import type { Log } from '#server/platform/ports.ts';
import { getDefault } from '#server/platform/settings/table.ts';
import { root } from '#server/platform/paths.ts';
import type { ProjectImages, PublishedProject } from '#server/site/publications/ports.ts';

export const defaultConnections = {
  max: getDefault('DATABASE_POOL_MAX'),
  warm: getDefault('DATABASE_POOL_MIN'),
};

/** For processes without images. */
export const noImages: ProjectImages = {
  list: () => Promise.reject(new InternalError('This process does not list images.')),
  normalise: () => Promise.reject(new InternalError('This process takes no images.')),
  measure: () => Promise.reject(new InternalError('This process does not measure images.')),
  thumbnail: () => Promise.reject(new InternalError('This process makes no thumbnails.')),
};

/** For backends that serve no site. */
export const noProject: PublishedProject = {
  root,
  files: () => Promise.reject(new InternalError('This process has no project whose files could be published.')),
  inspect: () => Promise.reject(new InternalError('This process has no project whose files could be checked.')),
  readImpact: () => Promise.reject(new InternalError('This process has no project whose pages could be compared.')),
  render: () => Promise.reject(new InternalError('This process has no project whose pages could be rendered.')),
  visit: () => Promise.reject(new InternalError('This process has no project whose pages could be visited.')),
  images: noImages,
};

export const createPlainBranding = (): MailLetters => ({
  theme: plainTheme,
});

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
