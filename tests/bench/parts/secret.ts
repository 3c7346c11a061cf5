/** Of the servers of benches, so that their visitors can bring what those would have given them. */
export const SECRET = 'a secret for the bench that is long enough';
