const listWords = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Frequent words of English that no other language here has. */
const ENGLISH = listWords(
  'the and your you yours with from this that these those they their them there are were have has been which would should could every each into what when where who how our ours about after before because by be not can only more than it it’s you’ll we’ll don’t',
);

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
 * Whether a text of another language is an English sentence: of four words at least two are English alone, and none, nor a letter with an
 * accent, is of the language itself.
 */
export function isEnglishSentence(locale: string, text: string): boolean {
  const own = OWN[locale];
  if (own === undefined || /[À-ÖØ-öø-ſ]/.test(text)) return false;
  const words = text.replaceAll(/<[^<>]*>|\{[^{}]*\}/g, ' ').match(WORD) ?? [];
  if (words.length < 4) return false;
  const small = words.map((word) => word.toLowerCase().replaceAll("'", '’'));
  return small.filter((word) => ENGLISH.has(word)).length >= 2 && !small.some((word) => own.has(word));
}
