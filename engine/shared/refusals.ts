/** Message key for a technical problem. */
export const tryLater = 'refusals.technical';
/** Message key for a rate limit. */
export const tooMany = 'refusals.tooMany';

/** Default message key for a refused field. */
export const refusedCharacters = 'errors.characters';
