/** Placeholders for a text or an amount, what programs write for a missing value, and notes in square brackets to the next reader. Three crosses are also the Roman number 30, so they count only before a percent or currency sign, or alone. */
const PLACEHOLDER =
  /\[[^[\]{}\p{L}]*\p{L}[^[\]{}]*\](?!\()|(?<![\p{L}\d])(?:TODO|FIXME|TBD|X{4,}|X{3}(?=\s?[%€$£])|[Ll]orem [Ii]psum|LOREM IPSUM)(?![\p{L}\d])|^(?:#N\/[ABD]|#NV|undefined|null|NaN|X{3}|x{3,}|n\/a|N\/A|[-–—_.…?]+)$/u;

/** Errors of spreadsheets in the languages of the admin area. */
const CELL_ERRORS = (
  '#NAME? #NOM? #NOME? #NAAM? #NAZWA? #NAMN? #VALUE! #WERT! #VALEUR! #VALORE! #WAARDE! #ARG! #VÄRDEFEL! #REF! #BEZUG! #RIF! #VERW! #ADR! #REFERENS! #NUM! ' +
  '#ZAHL! #NOMBRE! #GETAL! #LICZBA! #OGILTIGT! #DIV/0! #DEEL/0! #DZIEL/0! #DIVISION/0! #NULL! #N/D! #SAKNAS! #ERROR!'
).split(' ');

/** How an assistant begins an answer around the text that it was asked for. */
const ANSWER =
  /^(?:(?:Sure|Certainly|Of course|Gerne|Natürlich|Bien sûr|Certo|Natuurlijk|Oczywiście|Självklart)[!,.:]\s+)?(?:Here(?:\s+is|\s+are|['’]s)\s+(?:the|your|a|an)\s+(?:\p{L}+\s+)?(?:translat|version|rewrit|revis|text)\p{L}*|Hier (?:ist|sind) (?:die|der|das|deine|dein|Ihre|Ihr) (?:\p{L}+ )?(?:Übersetzung|Text|Version)|Voici (?:la|le|votre) (?:traduction|texte|version)|Ecco (?:la|il|una) (?:traduzione|testo|versione)|Hier is (?:de|je|uw|een) (?:vertaling|tekst|versie)|Oto (?:tłumaczenie|przekład|tekst|wersja)|Här är (?:översättningen|texten|en översättning|versionen))[^:]{0,60}:/iu;

/** The first placeholder or error of a spreadsheet in a text, with its position. */
export function findPlaceholder(text: string): { readonly word: string; readonly index: number } | null {
  const found = PLACEHOLDER.exec(text.trim());
  if (found !== null) return { word: found[0], index: found.index + text.length - text.trimStart().length };
  const answer = ANSWER.exec(text.trimStart());
  if (answer !== null) return { word: answer[0], index: text.length - text.trimStart().length };
  const word = text.includes('#') ? CELL_ERRORS.find((each) => text.includes(each)) : undefined;
  return word === undefined ? null : { word, index: text.indexOf(word) };
}

/** Whether a text consists of a placeholder only, including the text that follows "Lorem ipsum". */
export function isPlaceholder(text: string): boolean {
  const found = findPlaceholder(text);
  if (found === null) return false;
  const { word, index } = found;
  const rest = /^lorem/i.test(word) ? text.slice(0, index) : text.replace(word, '');
  return !/[\p{L}\d]/u.test(rest);
}
