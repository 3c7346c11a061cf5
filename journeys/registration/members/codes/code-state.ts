/** Why guests cannot use a code; `open` when they can. */
export const codeStates = ['open', 'full', 'over', 'blocked', 'inviter blocked'] as const;
export type CodeState = (typeof codeStates)[number];

export interface StoredCode {
  readonly state: 'active' | 'blocked';
  readonly inviter_state: 'active' | 'blocked';
  readonly expires_at: string | null;
  readonly free: number;
}

/** The first reason in order of precedence. */
export function computeCodeState({ state, inviter_state, expires_at, free }: StoredCode, now: string): CodeState {
  if (state === 'blocked') return 'blocked';
  if (expires_at !== null && expires_at <= now) return 'over';
  if (inviter_state === 'blocked') return 'inviter blocked';
  return free === 0 ? 'full' : 'open';
}
