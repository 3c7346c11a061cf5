import { HtmlValidate, StaticConfigLoader } from 'html-validate';

/** All recommended rules but those below, each for its reason. */
const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended', 'html-validate:document'],
    rules: {
      // Spelling that means the same to a browser; React decides it (`<br/>`, `hidden=""`, `srcSet`).
      'attr-case': 'off',
      'void-style': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'doctype-style': 'off',
      'no-trailing-whitespace': 'off',
      // Ids of blocks inside a fragment are `fragment/block`.
      'valid-id': ['error', { relaxed: true }],
      // Every file comes from the page's own server; Content-Security-Policy allows no other.
      'require-sri': 'off',
      // Boxes of one name are one list of values (HTML, form submission).
      'form-dup-name': ['error', { shared: ['radio', 'button', 'reset', 'submit', 'checkbox'] }],
    },
  }),
);

/** Hidden fields of one name are one list of values, too; the rule cannot share them. */
const LISTS = /"accepted"$/;

/** Mistakes in a whole HTML document, one line each: `line:column rule message`. */
export async function htmlMistakes(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results
    .flatMap(({ messages }) => messages)
    .filter(({ ruleId, message }) => ruleId !== 'form-dup-name' || !LISTS.test(message))
    .map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId} ${message}`);
}
