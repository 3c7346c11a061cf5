const listWords = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Frequent words of English that no other language here has. */
const ENGLISH = listWords(
  'the and your you yours with from this that these those they their them there are were have has been which would should could every each into what when where who how our ours about after before because by be not can only more than it it’s you’ll we’ll don’t ' +
    'address visitors new again nothing please days once first changed valid until saved already sent if yet ' +
    'without waiting cannot now deleted them us shown free few day welcome where would most there choose write save ' +
    'prices price sign two three four five another empty keep expired removed labels scheduled opens back soon accepted application applications approval awaits ' +
    'changes created discarded emails entered expires given letters link links months names ' +
    'notice number password public step steps unsubscribe upload used visitor weeks withdrawn working world year years ' +
    'confirm enter use end way get send receive receives still been yours next follow find thank know stay click try again ' +
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

/**
 * Whether a text of another language is an English sentence: of three words at least two are English alone, and none, nor a letter with an
 * accent, is of the language itself.
 */
function isEnglishSentence(locale: string, text: string): boolean {
  const own = OWN[locale];
  if (own === undefined || /[À-ÖØ-öø-ſ]/.test(text)) return false;
  const words = text.replaceAll(/<[^<>]*>|\{[^{}]*\}/g, ' ').match(WORD) ?? [];
  if (words.length < MIN_WORDS) return false;
  const isOfEnglish = (word: string): boolean => ENGLISH.has(word) || SHARED.get(word)?.includes(locale) === false;
  const small = words.map((word) => word.toLowerCase().replaceAll("'", '’'));
  return small.filter(isOfEnglish).length >= 2 && !small.some((word) => own.has(word));
}

/** The language of a sentence in another language than its own: of five words at least three are of that language and none of its own. */
export function findForeignLanguage(locale: string, text: string): string | null {
  if (isEnglishSentence(locale, text)) return 'en';
  const words = (text.replaceAll(/<[^<>]*>|\{[^{}]*\}/g, ' ').match(WORD) ?? []).map((word) => word.toLowerCase());
  const own = locale === 'en' ? ENGLISH : OWN[locale];
  const isEnglish = (word: string): boolean => locale === 'en' && SHARED.has(word);
  if (
    own === undefined ||
    words.length < 5 ||
    words.some((word) => isEnglish(word) || OF_ONE.get(word)?.includes(locale) === true)
  )
    return null;
  const counts = Object.keys(OWN).map((other) => {
    const count =
      other === locale ? 0 : words.filter((word) => OWN[other]?.has(word) === true && !own.has(word)).length;
    return { other, count };
  });
  const [best] = counts.toSorted((one, another) => another.count - one.count);
  return best !== undefined && best.count >= 3 ? best.other : null;
}

/** Words by the languages that have them, if they are not frequent in more than one. */
const OF_ONE: ReadonlyMap<string, readonly string[]> = new Map(
  [...new Set([...ENGLISH, ...Object.values(OWN).flatMap((words) => [...words])])].flatMap((word) => {
    const languages = [
      ...(ENGLISH.has(word) ? ['en'] : []),
      ...Object.keys(OWN).filter((language) => OWN[language]?.has(word) === true),
    ];
    return languages.length === 1 ? [[word, languages] as const] : [];
  }),
);
