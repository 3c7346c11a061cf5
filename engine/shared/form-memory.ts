/** Name in `sessionStorage` of what was typed into a form that was not sent: the path of its page, a space, and its fields as JSON. */
export const FORM_MEMORY = 'vitrine_form';
