/**
 * Alternatives of the document that nobody can reach in this project, and why. Whatever else no walk reaches is reported, and so is
 * one of these that has come to be reached.
 */
export const unreached: Readonly<Record<string, string>> = {
  'machines.registration.states.started.screens.0': 'a step leads to the next one, not to the screen of its state',
  'machines.membershipInterest.states.intro.screens.0': 'its guard names the page itself',
  'outcomes.finishDraft.registered.0': 'no landing shows both the last step of a flow and the dialog after it',
};

/** Parts of the document that may be broken without anybody's notice, and why; whatever else is unnoticed is reported. */
export const unnoticed: Readonly<Record<string, string>> = {
  ...unreached,
  'machines.account.transitions.4': 'an erasure that the law asks for is never refused',
  'machines.waitingList.transitions.2': 'an erasure that the law asks for is never refused',
  'machines.invitation.transitions.2': 'a place goes back with the account that held it',
  'machines.invitation.transitions.3': 'time passes whatever is written',
  'machines.invitation.transitions.4': 'admins block whatever is written',
  'machines.invitation.transitions.5': 'admins unblock whatever is written',
  'machines.registration.transitions.0': 'a step leads to the next one, not to the screen of its state',
  'refusals.CUSTOMIZATION_MISSING': 'nobody is told that a landing is missing: the default one greets (S17)',
  'forms.lobby': 'its page has no guard, so that nobody is led away from it',
};
