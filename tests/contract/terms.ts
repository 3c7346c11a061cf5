/** Where people read a word: in every file of the project, in messages and comments of its code, in its comments alone, in titles of its tests, in its documentation, in the subjects of commits, on its admin pages, in names that code declares. */
export type Place = 'everywhere' | 'code' | 'comments' | 'titles' | 'docs' | 'commits' | 'admin' | 'names';

export interface Term {
  readonly retired: RegExp;
  /** The word to write instead. */
  readonly use: string;
  readonly where: readonly Place[];
}

const words = (pattern: string): RegExp => new RegExp(`\\b(?:${pattern})\\b`, 'gi');

/** Words that an engineer outside this project would not search for, and phrases that need a second reading, each with the one to write; docs/glossary.md explains those. */
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
  {
    retired: words('houses?'),
    use: 'system, site, company',
    where: ['comments', 'docs', 'titles', 'commits', 'admin', 'names'],
  },
  { retired: words('rooms?'), use: 'module (of code), admin page', where: ['docs', 'commits', 'admin'] },
  { retired: words('wings?'), use: 'module', where: ['code', 'docs', 'commits', 'names'] },
  { retired: words('doors?'), use: 'entry point', where: ['docs', 'titles', 'commits', 'admin', 'names'] },
  { retired: words('letterheads?'), use: 'mail branding', where: ['docs', 'titles', 'commits', 'names'] },
  { retired: words('housekeep(?:ing|ers?)'), use: 'maintenance', where: ['docs', 'titles', 'commits', 'names'] },
  { retired: words('puls(?:es?|ing)'), use: 'health check', where: ['docs', 'titles', 'commits', 'names'] },
  { retired: words('shed|sheds'), use: 'load shedding, refused under load', where: ['docs', 'commits'] },
  { retired: words('fronts|(?:the|a|its) front'), use: 'handler, proxy', where: ['docs', 'commits'] },
  {
    retired: words('askers?|askings?'),
    use: 'request, caller, staff user',
    where: ['docs', 'commits', 'names'],
  },

  // The field has a word for it.
  { retired: /\b(?:MOST|LEAST|LONGEST|LARGEST|SHORTEST|FEWEST|DEEPEST) /g, use: 'MAX, MIN', where: ['names'] },
  {
    retired: /\b(?:TIMEOUT|DELAY|INTERVAL|PAUSE|LIFETIME|BACKOFF|EVERY) $/gm,
    use: 'the unit of time: TIMEOUT_MS, LIFETIME_SECONDS',
    where: ['names'],
  },
  {
    retired: /^[a-z].* Of $/gm,
    use: 'a verb: compute, find, get, list, read, create',
    where: ['names'],
  },
  { retired: /^(?:[A-Z][a-z]* )*Words $/gm, use: 'Texts, Translator, Metadata', where: ['names'] },
  { retired: /^[A-Z][^\n]* Answer $/gm, use: 'Result of a use case, Response of HTTP or a worker', where: ['names'] },
  { retired: words('arms?'), use: 'variation', where: ['docs', 'titles', 'commits', 'admin', 'names'] },
  // What is stored or asked over GraphQL keeps the name: only prose is meant, in which another word precedes or follows.
  {
    retired: /(?<=[a-z] )arms?\b(?![:=[(]|\.\w| [:={}])|(?<=['"`])Arms?(?= [a-z])/g,
    use: 'variation',
    where: ['code'],
  },
  {
    retired: /(?<!-)\bsmallest (?:relative )?effect worth having\b/g,
    use: 'minimum detectable effect',
    where: ['code'],
  },
  // The component renders the element of that name.
  { retired: /\b(?:[Pp]ictures?|PICTURES?)\b(?! Props\b)(?!(?<=^Picture) $)/gm, use: 'image', where: ['names'] },
  { retired: words('kept'), use: 'stored, cached, retained', where: ['docs', 'commits', 'admin', 'names'] },
  { retired: words('reckon(?:s|ed|ing)?'), use: 'compute, calculate', where: ['docs', 'titles', 'commits', 'admin'] },
  // 'Mend' is the name of a language, too.
  { retired: words("mends?(?!')|mended|mending"), use: 'fix', where: ['code', 'docs', 'commits', 'admin'] },

  // People.
  { retired: words('whoever'), use: 'anyone who', where: ['comments', 'docs', 'titles', 'commits', 'admin'] },
  { retired: words('nobody'), use: 'no visitor, no user, unknown, unused', where: ['comments', 'titles'] },
  { retired: words('everybody|anybody'), use: 'all visitors, any user', where: ['titles'] },
  { retired: words('strangers?'), use: 'unknown visitor, other client', where: ['titles'] },
  { retired: words('vouch(?:es|ed)?'), use: 'verify', where: ['titles'] },
  { retired: words('for good'), use: 'permanently', where: ['titles'] },
  { retired: words('those who'), use: 'users, visitors, staff', where: ['comments', 'docs', 'titles', 'commits'] },
  {
    retired: words('somebody'),
    use: 'a visitor, a user, a person',
    where: ['comments', 'docs', 'titles', 'commits', 'admin'],
  },

  // Documentation says how things are; CHANGELOG.md and docs/decisions say what they were.
  { retired: words('no longer|any ?more'), use: 'the present state', where: ['docs'] },
  { retired: /(?<!\b(?:is|are|be|was|were|been) )\bused to\b/gi, use: 'the present state', where: ['docs'] },
  { retired: /\bnow\b(?! and then)/gi, use: 'the present state', where: ['docs'] },

  // The admin pages speak as A/B testing tools, CMSs and dashboards do.
  { retired: words('base|ground of comparison'), use: 'control, baseline', where: ['admin'] },
  { retired: words('success(?:es)?'), use: 'conversion', where: ['admin'] },
  { retired: words('smallest effect|worth having'), use: 'minimum detectable effect', where: ['admin'] },
  { retired: words('split (?:is )?broken|dealt'), use: 'sample ratio mismatch', where: ['admin'] },
  { retired: words('harmed|held'), use: 'failing, passing', where: ['admin'] },
  { retired: words('figures?'), use: 'data, metric, value', where: ['admin'] },
  { retired: words('verdicts?'), use: 'result', where: ['admin'] },
  { retired: words('always valid'), use: 'sequential', where: ['admin'] },
  { retired: words('lets? (?:you|them) in|way in'), use: 'sign-in, access', where: ['admin'] },
  { retired: words('programs?'), use: 'API client', where: ['admin'] },
  { retired: words('mails?(?! server)|e-mails?'), use: 'email', where: ['admin'] },
  { retired: words('told|tells?'), use: 'shown, reported', where: ['admin'] },
  { retired: words('given up'), use: 'failed', where: ['admin'] },
  { retired: words('on (?:its|their|the) way'), use: 'being sent', where: ['admin'] },
  { retired: words('used up'), use: 'no places left', where: ['admin'] },
  { retired: words('(?:is|are|was) over'), use: 'has expired, has ended', where: ['admin'] },
  { retired: words('good (?:for|site|lines?)'), use: 'valid', where: ['admin'] },
  { retired: words('rests'), use: 'expires', where: ['admin'] },
  { retired: words('go(?:es)? on'), use: 'resume', where: ['admin'] },
  { retired: words('look at'), use: 'view, preview', where: ['admin'] },
  { retired: words('takes? (?:\\w+ )?(?:along|away)'), use: 'export, copy', where: ['admin'] },
  { retired: words('for good'), use: 'permanently', where: ['admin'] },
  { retired: words('once more'), use: 'again', where: ['admin'] },
  { retired: words('write'), use: 'enter', where: ['admin'] },
  { retired: words('made'), use: 'created', where: ['admin'] },
];
