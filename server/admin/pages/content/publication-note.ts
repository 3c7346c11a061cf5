import type { AdminRequest } from '#server/admin/admin-page.ts';

/** Maximum characters of the note of a revision. */
export const MAX_NOTE = 1_000;

/** Errors of a note, by field; `null` when it is valid. */
export function checkNote({ t }: Pick<AdminRequest, 't'>, note: string): Readonly<Record<'note', string>> | null {
  if (note === '') return { note: t('publish.noNote') };
  return note.length > MAX_NOTE ? { note: t('publish.longNote', { max: t.number(MAX_NOTE) }) } : null;
}

export const isNote = (note: string): boolean => note.trim() !== '' && note.length <= MAX_NOTE;
