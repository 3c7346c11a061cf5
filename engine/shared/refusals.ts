/** Key of the message about a technical problem. */
export const tryLater = 'refusals.technical';
/** Key of the message about a rate limit. */
export const tooMany = 'refusals.tooMany';

/** Key of the default message of a refused field. */
export const refusedCharacters = 'errors.characters';
