/** Key of what any form says about a technical issue: please try later. */
export const tryLater = 'refusals.technical';
/** Key of what any form says to anyone who sends it too often. */
export const tooMany = 'refusals.tooMany';

/** Key of what a field says that is refused for a reason which its form's schema has no message for. */
export const refusedCharacters = 'errors.characters';
