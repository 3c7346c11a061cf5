import { activate } from './activate.ts';
import { applyForMembership } from './apply-for-membership.ts';
import { becomeMember } from './become-member.ts';
import { changeEmail } from './change-email.ts';
import { checkCode } from './check-code.ts';
import { enterLobby } from './enter-lobby.ts';
import { joinWaitingList } from './join-waiting-list.ts';
import { registerStep1 } from './register-step-1.ts';
import { registerStep2 } from './register-step-2.ts';
import { register } from './register.ts';
import { resendActivation } from './resend-activation.ts';
import { setPreferences } from './set-preferences.ts';
import type { UseCase } from './use-case.ts';

/** Every use case that a form may post to: `/<locale>/do/<name>`. */
export const useCases: ReadonlyMap<string, UseCase> = new Map(
  Object.entries({
    'become-member': becomeMember,
    'check-code': checkCode,
    register,
    'register-step-1': registerStep1,
    'register-step-2': registerStep2,
    'change-email': changeEmail,
    'resend-activation': resendActivation,
    activate,
    'enter-lobby': enterLobby,
    'join-waiting-list': joinWaitingList,
    'apply-for-membership': applyForMembership,
    'set-preferences': setPreferences,
  }),
);
