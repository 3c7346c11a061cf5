/** Of every server of tests that names none of its own. */
export const SECRET = 'a secret for tests that is long enough to be one';
