import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import type { Fields } from '#server/admin/admin-page.ts';

/** The revision that a form names; 0 for the build. */
export const parseRevision = (fields: Fields): number => Math.max(0, parseWholeNumber(fields.text('revision')) || 0);
