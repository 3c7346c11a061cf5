import { isObject } from '../../json.ts';
import { listClaims } from '../claims/typed-figures.ts';
import type { Rule } from '../rule.ts';

export const unusedClaim: Rule = {
  id: 'unused-claim',
  severity: 'warning',
  isGuess: true,
  description: 'Every claim is shown by a text.',
  project: function* ({ references: { site, texts }, sources }) {
    const { file, claimsWritten: all } = site;
    if (file === undefined || all === undefined) return;
    const shown = new Set([...texts.keys.values()].flatMap(listClaims));
    for (const [name, claim] of Object.entries(all)) {
      // Texts in documents are searched only for claims that no other text shows.
      if (!isObject(claim) || shown.has(name) || sources.some(({ text }) => shows(text, name))) continue;
      yield {
        location: { file, path: ['claims', name], at: 'key' },
        message: `No text shows the claim "${name}". Write {claims.${name}} where the figure belongs, or delete it.`,
        found: name,
      };
    }
  },
};

const shows = (text: string, name: string): boolean =>
  text.includes(`{claims.${name}}`) || text.includes(`{claims.${name}.`);
