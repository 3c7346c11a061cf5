const listWords = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Frequent words of English that no other language here has. */
const ENGLISH = listWords(
  'the and your you yours with from this that these those they their them there are were have has been which would should could every each into what when where who how our ours about after before because by be not can only more than it it’s you’ll we’ll don’t ' +
    'address visitors new again nothing please days once first changed valid until saved already sent if yet ' +
    'without waiting cannot now deleted us shown free few day welcome most choose write save ' +
    'prices price sign two three four five another empty keep expired removed labels scheduled opens back soon accepted application applications approval awaits ' +
    'changes created discarded emails entered expires given letters link links months names ' +
    'notice number password public step steps unsubscribe upload used visitor weeks withdrawn working world year years ' +
    'confirm enter use end way get send receive receives still next follow find thank know stay click try ' +
    'always never everything something someone nobody people need needs through both own under other others read same such',
);

/** Fewer words are a name, or a label that may be the same in several languages. */
const MIN_WORDS = 3;

/** Frequent words of English that are words of these languages as well. */
const SHARED: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['fr', 'it', 'pl']],
  ['an', ['de']],
  ['at', []],
  ['by', ['pl', 'sv']],
  ['for', []],
  ['in', ['de', 'it', 'nl']],
  ['is', ['nl']],
  ['of', ['nl']],
  ['on', ['fr', 'pl']],
  ['one', ['pl']],
  ['to', ['pl']],
  ['was', ['de', 'nl']],
  ['will', ['de', 'sv']],
]);

/** Frequent words by which a sentence shows its own language; none of them is English. */
const OWN: Readonly<Record<string, ReadonlySet<string>>> = {
  de: listWords(
    'der die das den dem des und ist sind sie ihr ihre ihren ihrem ihrer ein eine einen einem einer mit für von zu zum zur im ins am auf nicht wir es er ich auch oder aber als wie bei aus nach noch nur kein keine wird werden haben hat sich uns unsere jede jeder jedes bis über um wenn dass bitte',
  ),
  fr: listWords(
    'le la les un une des du de et est sont vous votre vos nous notre nos avec pour par dans sur qui que ne pas au aux ce cette ces il elle ils elles se sa son ses leur leurs ou où plus à en y mais sans chez tout toute',
  ),
  it: listWords(
    'il lo la gli le un una uno dei delle del della dello di e è sono con per da dal dalla nel nella che non si vi ci voi suo sua suoi sue nostro nostra nostri alla al ai alle più o ma anche ogni come chi questo questa su sul',
  ),
  nl: listWords(
    'het een de en van zijn met voor op dat die dit deze uw u wij ons onze niet geen naar bij uit aan te om ook maar als er je jij jouw ze worden wordt hebben heeft elke elk of meer dan tot over',
  ),
  pl: listWords(
    'i w z na do nie się jest są że to o po za od dla przez oraz ten ta te tej tego co jak który która które nas nasz nasze czy lub albo tylko już ich jego jej ze',
  ),
  sv: listWords(
    'och att det den de som en ett är på av för med till från inte vi ni er ditt din dina vår vårt våra om kan har hade eller men så när där här hos vid ut upp bara varje sin sitt sina du',
  ),
};

const WORD = /\p{L}+(?:[’'-]\p{L}+)*/gu;

/** The language of a sentence in another language than its own, by frequent words. */
export function findForeignLanguage(locale: string, text: string): string | null {
  const own = locale === 'en' ? ENGLISH : OWN[locale];
  const written = own === undefined ? null : text.replaceAll(/<[^<>]*>|\{[^{}]*\}/g, ' ').match(WORD);
  if (own === undefined || written === null || written.length < MIN_WORDS) return null;
  const words = written.map((word) => word.toLowerCase().replaceAll("'", '’'));
  // Most texts show their language at once.
  if (words.some((word) => OF_ONE.get(word) === locale || (locale === 'en' && SHARED.has(word)))) return null;
  const isEnglish =
    locale !== 'en' &&
    !/[À-ÖØ-öø-ſ]/.test(text) &&
    words.filter((word) => ENGLISH.has(word) || SHARED.get(word)?.includes(locale) === false).length >= 2 &&
    !words.some((word) => own.has(word));
  return findThirdLanguage(locale, words, own) ?? (isEnglish ? 'en' : null);
}

/** Of five words at least three are frequent in a language, and not in the text's own. */
function findThirdLanguage(locale: string, words: readonly string[], own: ReadonlySet<string>): string | null {
  if (words.length < 5) return null;
  const counts = Object.entries(OWN).map(([other, theirs]) => ({
    other,
    count: other === locale ? 0 : words.filter((word) => theirs.has(word) && !own.has(word)).length,
  }));
  const [best] = counts.toSorted((one, another) => another.count - one.count);
  return best !== undefined && best.count >= 3 ? best.other : null;
}

/** Languages of the words that are frequent in one alone. */
const OF_ONE: ReadonlyMap<string, string> = new Map(
  [['en', ENGLISH] as const, ...Object.entries(OWN)].flatMap(([language, words]) =>
    [...words]
      .filter((word) => [ENGLISH, ...Object.values(OWN)].filter((each) => each.has(word)).length === 1)
      .map((word) => [word, language] as const),
  ),
);
