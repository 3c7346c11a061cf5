import { InternalError } from '#engine/shared/errors.ts';
import { type MailTheme, plainTheme } from '#server/platform/mail/theme/mail-theme.ts';
import type { Log } from '#server/platform/ports.ts';
import { getDefault } from '#server/platform/settings/table.ts';
import { root } from '#server/platform/paths.ts';
import type { ProjectPictures, PublishedProject } from '#server/site/publications/ports.ts';

export const defaultConnections = {
  most: getDefault('DATABASE_POOL_MAX'),
  warm: getDefault('DATABASE_POOL_MIN'),
};

/** For processes that neither show nor take pictures. */
export const noPictures: ProjectPictures = {
  list: () => Promise.reject(new InternalError('This process does not list pictures.')),
  normalise: () => Promise.reject(new InternalError('This process takes no pictures.')),
  measure: () => Promise.reject(new InternalError('This process does not measure pictures.')),
  thumbnail: () => Promise.reject(new InternalError('This process makes no thumbnails.')),
};

/** For backends that send no site. */
export const noProject: PublishedProject = {
  root,
  files: () => Promise.reject(new InternalError('This process has no project whose files could be published.')),
  inspect: () => Promise.reject(new InternalError('This process has no project whose files could be checked.')),
  render: () => Promise.reject(new InternalError('This process has no project whose pages could be rendered.')),
  visit: () => Promise.reject(new InternalError('This process has no project whose pages could be visited.')),
  pictures: noPictures,
};

export const plainLetters = (): { readonly theme: MailTheme; readonly senderName?: string | undefined } => ({
  theme: plainTheme,
});

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
