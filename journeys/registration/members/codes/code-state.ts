/** What keeps guests of a code out; `open` when nothing does. */
export const codeStates = ['open', 'full', 'over', 'blocked', 'inviter blocked'] as const;
export type CodeState = (typeof codeStates)[number];

export interface StoredCode {
  readonly state: 'active' | 'blocked';
  readonly inviter_state: 'active' | 'blocked';
  readonly expires_at: string | null;
  readonly free: number;
}

/** The first thing that keeps guests out, in the order in which they are reported. */
export function computeCodeState({ state, inviter_state, expires_at, free }: StoredCode, now: string): CodeState {
  if (state === 'blocked') return 'blocked';
  if (expires_at !== null && expires_at <= now) return 'over';
  if (inviter_state === 'blocked') return 'inviter blocked';
  return free === 0 ? 'full' : 'open';
}
