/** In-app navigation (C6): loaded with the first link that is followed. */
export { answerConsent } from './consent/answer.ts';
export { navigate, restore, show } from './navigation/navigate.ts';
