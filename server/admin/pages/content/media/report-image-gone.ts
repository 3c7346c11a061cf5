import type { AdminRequest } from '#server/admin/admin-page.ts';

/** Response of an action whose image does not exist. */
export const reportImageGone = ({ t }: AdminRequest) => ({ errors: {}, message: t('media.gone') });
