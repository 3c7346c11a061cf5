/** Where people read a word: in every file of the project, in its documentation, in the subjects of commits. */
export type Place = 'everywhere' | 'docs' | 'commits';

export interface Term {
  readonly retired: RegExp;
  /** The word to write instead. */
  readonly use: string;
  readonly where: readonly Place[];
}

const words = (pattern: string): RegExp => new RegExp(`\\b(?:${pattern})\\b`, 'gi');

/** Words that nobody outside this project would search for, and phrases that need a second reading, each with the one to write; docs/glossary.md explains those. */
export const terms: readonly Term[] = [
  {
    retired: /\b(?:for|of|to|by|with|from|because|that) whoever\b|(?:\. |\* |\/\/ |^|[`'"])Whoever\b/gm,
    use: 'anyone who',
    where: ['everywhere'],
  },
  {
    retired: /\b(?:is|are|was|were|be|been|being) (?:not |already |still |also |then )*told\b/g,
    use: 'learns, reads, is reported, is distinguished',
    where: ['everywhere'],
  },
  { retired: /\bunless told\b/g, use: 'by default', where: ['everywhere'] },
  {
    retired: /\b[Tt]old (?:of|about|how|when|that|the|apart)\b/g,
    use: 'gets, called for, distinguished by',
    where: ['everywhere'],
  },
  {
    retired: /\b(?:[Tt]ells|[Tt]ell the)\b/g,
    use: 'says, shows, reports, informs, distinguishes',
    where: ['everywhere'],
  },
  { retired: /\bAllowed is\b/g, use: 'Allowed:', where: ['everywhere'] },
  {
    retired:
      /(?<!\b(?:there|where|that|such) )\b(?:it|file|value|text|answer|form|page|code|id|name|address|which|what) is no (?!longer|more|less|other|such|one|reason|matter|need|use|doubt|way|wider|farther)[a-z]/gi,
    use: 'is not a',
    where: ['everywhere'],
  },

  // Metaphors.
  { retired: words('houses?'), use: 'system, site, company', where: ['docs', 'commits'] },
  { retired: words('rooms?'), use: 'module (of code), admin page', where: ['docs', 'commits'] },
  { retired: words('wings?'), use: 'module', where: ['docs', 'commits'] },
  { retired: words('doors?'), use: 'entry point', where: ['docs', 'commits'] },
  { retired: words('letterheads?'), use: 'mail branding', where: ['docs', 'commits'] },
  { retired: words('housekeep(?:ing|ers?)'), use: 'maintenance', where: ['docs', 'commits'] },
  { retired: words('puls(?:es?|ing)'), use: 'health check', where: ['docs', 'commits'] },
  { retired: words('shed|sheds'), use: 'load shedding, refused under load', where: ['docs', 'commits'] },
  { retired: words('fronts|(?:the|a|its) front'), use: 'handler, proxy', where: ['docs', 'commits'] },
  { retired: words('askers?|askings?'), use: 'request, caller, staff user', where: ['docs', 'commits'] },

  // The field has a word for it.
  { retired: words('arms?'), use: 'variation', where: ['docs', 'commits'] },
  { retired: words('kept'), use: 'stored, cached, retained', where: ['docs', 'commits'] },
  { retired: words('reckon(?:s|ed|ing)?'), use: 'compute, calculate', where: ['docs', 'commits'] },
  { retired: words('mends?|mended|mending'), use: 'fix', where: ['docs', 'commits'] },

  // People.
  { retired: words('whoever'), use: 'anyone who', where: ['docs', 'commits'] },
  { retired: words('those who'), use: 'users, visitors, staff', where: ['docs', 'commits'] },
  { retired: words('somebody'), use: 'a visitor, a user, someone', where: ['docs', 'commits'] },

  // Documentation says how things are; CHANGELOG.md and docs/decisions say what they were.
  { retired: words('no longer|any ?more'), use: 'the present state', where: ['docs'] },
  { retired: /(?<!\b(?:is|are|be|was|were|been) )\bused to\b/gi, use: 'the present state', where: ['docs'] },
  { retired: /\bnow\b(?! and then)/gi, use: 'the present state', where: ['docs'] },
];
