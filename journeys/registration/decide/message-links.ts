import { noPlaceLeft } from '../base/no-place-left.ts';
import type { MessageLink } from '#engine/decide/journey.ts';
import type { InlineText } from '#schemas/generated/documents.ts';
import { parseRegistrationCode } from '../base/registration-code.ts';

const toWaitingList: InlineText = {
  en: 'To the waiting list',
  de: 'Zur Warteliste',
  fr: 'Rejoindre la liste d’attente',
  it: 'Alla lista d’attesa',
  nl: 'Naar de wachtlijst',
  pl: 'Do listy oczekujących',
  sv: 'Till väntelistan',
};

/** Where no place is left, the message leads to the code's own page, which holds the form for the waiting list (S17). */
export const messageLinks: Readonly<Record<string, MessageLink>> = {
  [noPlaceLeft]: { words: toWaitingList, field: 'code', segment: (typed) => parseRegistrationCode(typed.trim()) },
};
