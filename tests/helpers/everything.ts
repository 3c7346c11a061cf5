/** Set by proofs that run tests without samples, such as `npm run prove -- every-page` and `engines`. */
export const everything = process.env['EVERY_PAGE'] === 'yes';
