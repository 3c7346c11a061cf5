/** Where results of experiments are, and what is done with one. */
export const RESULTS_PAGE = '/admin/results';
