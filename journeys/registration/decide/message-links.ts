import { type CodeText, buildCodeTextKey } from '#engine/shared/engine-texts.ts';
import type { MessageLink } from '#engine/decide/journey.ts';
import type { Site } from '#engine/documents/types.ts';
import type { JourneyDocument } from '#schemas/generated/documents.ts';
import { parseRegistrationCode } from '../shared/registration-code.ts';
import { getJourneyDocument } from './document.ts';

const words: CodeText = {
  en: 'Join the waiting list',
  de: 'Auf die Warteliste',
  fr: 'Rejoindre la liste d’attente',
  it: 'Entri in lista d’attesa',
  nl: 'Op de wachtlijst',
  pl: 'Dołącz do listy oczekujących',
  sv: 'Ställ mig på väntelistan',
};

const toWaitingList: MessageLink = {
  words,
  key: buildCodeTextKey('registration', 'toWaitingList'),
  field: 'code',
  segment: (typed) => parseRegistrationCode(typed),
};

/** Without free places, the message links to the code's page with the waiting list form (S17). */
export function findMessageLink(message: string, site: Site): MessageLink | null {
  return messagesWithoutPlace(getJourneyDocument(site)).has(message) ? toWaitingList : null;
}

const known = new WeakMap<JourneyDocument, ReadonlySet<string>>();

function messagesWithoutPlace(journey: JourneyDocument): ReadonlySet<string> {
  let messages = known.get(journey);
  if (messages === undefined) {
    const refusals = Object.values(journey.refusals ?? {});
    messages = new Set(refusals.filter(({ deny }) => deny === 'exhausted').map(({ message }) => message));
    known.set(journey, messages);
  }
  return messages;
}
