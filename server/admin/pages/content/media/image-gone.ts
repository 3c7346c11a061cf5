import type { AdminRequest } from '#server/admin/admin-page.ts';

/** The answer of an action whose image was removed. */
export const imageGone = ({ words }: AdminRequest) => ({ errors: {}, message: words('media.gone') });
