/** Key in `sessionStorage` of the values of an unsent form: path of its page, a space, and its fields as JSON. */
export const FORM_MEMORY = 'vitrine_form';
