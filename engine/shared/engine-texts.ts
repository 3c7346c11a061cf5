/** Texts from code, by language. A site with another language has them in `locales/<language>/words.json`. */
export type CodeText = Readonly<Partial<Record<string, string>>>;

/** Texts by key. */
export type CodeTexts = Readonly<Record<string, CodeText>>;

/** Key of a text that replaces missing texts from code: `words.header.openMenu`. */
export const buildCodeTextKey = (owner: string, key: string): string => `words.${owner}.${key}`;

/** The engine's own texts of every page. Their owner is `page`. */
export const pageTexts = {
  skipToContent: {
    en: 'Go to the content',
    de: 'Zum Inhalt',
    fr: 'Aller au contenu',
    it: 'Vai al contenuto',
    nl: 'Naar de inhoud',
    pl: 'Przejdź do treści',
    sv: 'Till innehållet',
  },
} as const satisfies CodeTexts;

/** Texts of every form with errors, above the list of errors. Their owner is `form`. */
export const formTexts = {
  one: {
    en: 'One detail needs a second look.',
    de: 'Eine Angabe braucht noch einen Blick.',
    fr: 'Un détail mérite un second regard.',
    it: 'Un dato merita un secondo sguardo.',
    nl: 'Eén gegeven vraagt nog uw aandacht.',
    pl: 'Jedna informacja wymaga jeszcze uwagi.',
    sv: 'En uppgift behöver ses över.',
  },
  several: {
    en: 'A few details need a second look.',
    de: 'Einige Angaben brauchen noch einen Blick.',
    fr: 'Quelques détails méritent un second regard.',
    it: 'Alcuni dati meritano un secondo sguardo.',
    nl: 'Enkele gegevens vragen nog uw aandacht.',
    pl: 'Kilka informacji wymaga jeszcze uwagi.',
    sv: 'Några uppgifter behöver ses över.',
  },
  kept: {
    en: 'Everything else is kept.',
    de: 'Alles andere bleibt erhalten.',
    fr: 'Tout le reste est conservé.',
    it: 'Tutto il resto è conservato.',
    nl: 'Al het andere blijft bewaard.',
    pl: 'Pozostałe dane zostały zachowane.',
    sv: 'Allt annat är kvar.',
  },
  allKept: {
    en: 'Everything you entered is kept.',
    de: 'Ihre Angaben bleiben erhalten.',
    fr: 'Vos informations sont conservées.',
    it: 'I dati inseriti sono conservati.',
    nl: 'Wat u hebt ingevuld, blijft bewaard.',
    pl: 'Wpisane dane zostały zachowane.',
    sv: 'Allt du har fyllt i är kvar.',
  },
} as const satisfies CodeTexts;

/** Texts beside the fields of form documents. Their owner is `form`. */
export const controlTexts = {
  optional: {
    en: 'optional',
    de: 'freiwillig',
    fr: 'facultatif',
    it: 'facoltativo',
    nl: 'optioneel',
    pl: 'opcjonalnie',
    sv: 'valfritt',
  },
  choose: {
    en: 'Please choose',
    de: 'Bitte wählen',
    fr: 'Veuillez choisir',
    it: 'Scelga',
    nl: 'Maak een keuze',
    pl: 'Proszę wybrać',
    sv: 'Välj',
  },
} as const satisfies CodeTexts;

/** Default messages and texts of form document fields. Their owner is `field`. */
export const fieldTexts = {
  required: {
    en: 'Please fill this in.',
    de: 'Bitte füllen Sie dieses Feld aus.',
    fr: 'Veuillez compléter ce champ.',
    it: 'Compili questo campo.',
    nl: 'Vul dit veld in.',
    pl: 'Proszę uzupełnić to pole.',
    sv: 'Fyll i det här fältet.',
  },
  requiredEmail: {
    en: 'Please enter your email address.',
    de: 'Bitte nennen Sie Ihre E-Mail-Adresse.',
    fr: 'Veuillez indiquer votre adresse e-mail.',
    it: 'Indichi il Suo indirizzo e-mail.',
    nl: 'Vul uw e-mailadres in.',
    pl: 'Proszę podać adres e-mail.',
    sv: 'Ange din e-postadress.',
  },
  requiredChoice: {
    en: 'Please choose an answer.',
    de: 'Bitte wählen Sie eine Antwort.',
    fr: 'Veuillez choisir une réponse.',
    it: 'Scelga una risposta.',
    nl: 'Kies een antwoord.',
    pl: 'Proszę wybrać odpowiedź.',
    sv: 'Välj ett svar.',
  },
  requiredConsent: {
    en: 'Please agree before you send the form.',
    de: 'Bitte stimmen Sie zu, bevor Sie das Formular absenden.',
    fr: 'Veuillez donner votre accord avant d’envoyer le formulaire.',
    it: 'Dia il Suo consenso prima di inviare il modulo.',
    nl: 'Geef uw akkoord voordat u het formulier verstuurt.',
    pl: 'Przed wysłaniem formularza prosimy o zgodę.',
    sv: 'Godkänn innan du skickar formuläret.',
  },
  invalid: {
    en: 'Please check this answer.',
    de: 'Bitte prüfen Sie diese Angabe.',
    fr: 'Veuillez vérifier cette réponse.',
    it: 'Controlli questa risposta.',
    nl: 'Controleer dit antwoord.',
    pl: 'Proszę sprawdzić tę odpowiedź.',
    sv: 'Kontrollera svaret.',
  },
  invalidEmail: {
    en: 'Please check the address: name@example.com.',
    de: 'Bitte prüfen Sie die Adresse: name@example.com.',
    fr: 'Veuillez vérifier l’adresse : nom@example.com.',
    it: 'Controlli l’indirizzo: nome@example.com.',
    nl: 'Controleer het adres: naam@example.com.',
    pl: 'Proszę sprawdzić adres: nazwa@example.com.',
    sv: 'Kontrollera adressen: namn@example.com.',
  },
  invalidTel: {
    en: 'Please check the number, with its country code.',
    de: 'Bitte prüfen Sie die Nummer, mit Ländervorwahl.',
    fr: 'Veuillez vérifier le numéro, avec l’indicatif du pays.',
    it: 'Controlli il numero, con il prefisso internazionale.',
    nl: 'Controleer het nummer, met landcode.',
    pl: 'Proszę sprawdzić numer wraz z kierunkowym kraju.',
    sv: 'Kontrollera numret, med landskod.',
  },
  invalidNumber: {
    en: 'Please enter a number that is possible here.',
    de: 'Bitte geben Sie eine Zahl ein, die hier möglich ist.',
    fr: 'Veuillez indiquer un nombre possible ici.',
    it: 'Inserisca un numero ammesso.',
    nl: 'Vul een getal in dat hier mogelijk is.',
    pl: 'Proszę podać możliwą liczbę.',
    sv: 'Ange ett tal som är möjligt här.',
  },
  invalidDate: {
    en: 'Please enter a day that is possible here.',
    de: 'Bitte nennen Sie einen Tag, der hier möglich ist.',
    fr: 'Veuillez indiquer une date possible ici.',
    it: 'Indichi una data ammessa.',
    nl: 'Vul een datum in die hier mogelijk is.',
    pl: 'Proszę podać możliwą datę.',
    sv: 'Ange ett datum som är möjligt här.',
  },
  invalidChoice: {
    en: 'This option is no longer there. Please choose again.',
    de: 'Diese Auswahl gibt es nicht mehr. Bitte wählen Sie noch einmal.',
    fr: 'Cette option n’existe plus. Veuillez choisir à nouveau.',
    it: 'Questa opzione non è più disponibile. Scelga di nuovo.',
    nl: 'Deze optie is er niet meer. Kies opnieuw.',
    pl: 'Tej opcji już nie ma. Proszę wybrać ponownie.',
    sv: 'Det alternativet finns inte längre. Välj igen.',
  },
  maxLength: {
    en: 'Please write a little less here.',
    de: 'Bitte fassen Sie sich hier etwas kürzer.',
    fr: 'Veuillez écrire un peu moins ici.',
    it: 'Scriva un po’ meno qui.',
    nl: 'Schrijf hier iets korter.',
    pl: 'Prosimy o nieco krótszą odpowiedź.',
    sv: 'Skriv lite kortare här.',
  },
  minLength: {
    en: 'Please write a little more here.',
    de: 'Bitte schreiben Sie hier etwas mehr.',
    fr: 'Veuillez écrire un peu plus ici.',
    it: 'Scriva un po’ di più qui.',
    nl: 'Schrijf hier iets meer.',
    pl: 'Prosimy o nieco dłuższą odpowiedź.',
    sv: 'Skriv lite mer här.',
  },
  places: {
    en: 'Fewer places are left. Please choose a smaller number.',
    de: 'So viele Plätze sind nicht mehr frei. Bitte wählen Sie eine kleinere Zahl.',
    fr: 'Il ne reste plus autant de places. Veuillez choisir un nombre plus petit.',
    it: 'Non ci sono più così tanti posti. Scelga un numero più piccolo.',
    nl: 'Zoveel plaatsen zijn er niet meer vrij. Kies een kleiner aantal.',
    pl: 'Nie ma już tylu wolnych miejsc. Proszę wybrać mniejszą liczbę.',
    sv: 'Så många platser finns inte kvar. Välj ett mindre antal.',
  },
} as const satisfies CodeTexts;

/** Notes of the law beside prices. Their owner is `claim`. */
export const claimTexts = {
  included: {
    en: 'incl. VAT',
    de: 'inkl. MwSt.',
    fr: 'TVA incluse',
    it: 'IVA inclusa',
    nl: 'incl. btw',
    pl: 'zawiera VAT',
    sv: 'inkl. moms',
  },
  excluded: {
    en: 'plus VAT',
    de: 'zzgl. MwSt.',
    fr: 'hors TVA',
    it: 'IVA esclusa',
    nl: 'excl. btw',
    pl: 'plus VAT',
    sv: 'exkl. moms',
  },
  none: {
    en: 'no VAT charged',
    de: 'umsatzsteuerfrei',
    fr: 'TVA non applicable',
    it: 'esente da IVA',
    nl: 'vrijgesteld van btw',
    pl: 'zwolnione z VAT',
    sv: 'momsfritt',
  },
  lowest30: {
    en: 'Lowest price in the 30 days before the reduction: {price}',
    de: 'Niedrigster Preis der 30 Tage vor der Ermäßigung: {price}',
    fr: 'Prix le plus bas des 30 jours précédant la réduction : {price}',
    it: 'Prezzo più basso nei 30 giorni precedenti la riduzione: {price}',
    nl: 'Laagste prijs in de 30 dagen vóór de korting: {price}',
    pl: 'Najniższa cena z 30 dni przed obniżką: {price}',
    sv: 'Lägsta pris under de 30 dagarna före sänkningen: {price}',
  },
} as const satisfies CodeTexts;

/** Labels of links to forms that cannot be sent. Their owner is `link`. */
export const linkTexts = {
  full: {
    en: 'Fully booked',
    de: 'Ausgebucht',
    fr: 'Complet',
    it: 'Al completo',
    nl: 'Volgeboekt',
    pl: 'Brak wolnych miejsc',
    sv: 'Fullbokat',
  },
  before: {
    en: 'Opens soon',
    de: 'Öffnet in Kürze',
    fr: 'Ouverture prochaine',
    it: 'Apre a breve',
    nl: 'Binnenkort open',
    pl: 'Wkrótce otwarte',
    sv: 'Öppnar snart',
  },
  after: {
    en: 'Closed',
    de: 'Geschlossen',
    fr: 'Clôturé',
    it: 'Chiuso',
    nl: 'Gesloten',
    pl: 'Zakończone',
    sv: 'Stängt',
  },
} as const satisfies CodeTexts;

/** All of them by owner. */
export const engineTexts: Readonly<Record<string, CodeTexts>> = {
  page: pageTexts,
  form: { ...formTexts, ...controlTexts },
  field: fieldTexts,
  claim: claimTexts,
  link: linkTexts,
};
