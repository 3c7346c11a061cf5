import { SignedOutError, type StudioServer } from './server.ts';
import { mergeConflict } from './conflicts.ts';
import { compareContents, emptyHistory } from './history.ts';
import { relocateBlock } from './structure.ts';
import { type SaveState, type StudioStore, collectEdits, hasNoEdits, withEdits } from './store.ts';

/** Milliseconds. */
const times = { save: 700, again: 5_000 } as const;

export interface StudioSession {
  /** Call after a change of the content. */
  changed(): void;
  /** Requests a preview of the current content. */
  preview(): void;
  /** Saves immediately, after a save that is running; the state says whether all is stored. */
  save(): Promise<void>;
  /** Resolves a conflict: of what both changed, the items with these keys are taken from the stored content. */
  settle(theirs: ReadonlySet<string>): void;
}

/**
 * Saves edits after a pause and requests a preview after each edit; one request of each kind at a time.
 * @param show renders a page in the frame
 */
export function createSession(
  server: StudioServer,
  store: () => StudioStore,
  show: (html: string) => void,
): StudioSession {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> = Promise.resolve();
  let isSaving = false;
  let isPending = false;
  let isOutdated = false;

  const say = (state: SaveState, message = ''): void => store().setState({ save: state, message });

  async function preview(): Promise<void> {
    isOutdated = isPending;
    if (isPending) return;
    isPending = true;
    try {
      do {
        isOutdated = false;
        const state = store().getState();
        const answer = await server.preview(state.locale, state.conditions, collectEdits(state));
        const now = store().getState();
        // Outdated response.
        if (now.locale !== state.locale || now.conditions !== state.conditions) isOutdated = true;
        else if (answer.code !== 'GONE') {
          const { findings, colleague } = answer;
          // Blocks that were moved, renamed or removed since the request would be where they were; the next response has them.
          const outline = now.content.files === state.content.files ? answer.outline : undefined;
          store().setState({ findings, colleague, isRefused: answer.code === 'REFUSED', ...(outline && { outline }) });
          if (answer.code === 'RENDERED') show(answer.html);
        } else say('gone');
      } while (isOutdated);
    } catch (error) {
      // Retries saving, and the preview.
      if (error instanceof SignedOutError) say('signed-out');
    } finally {
      isPending = false;
    }
  }

  function scheduleSave(after: number = times.save): void {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), after);
  }

  const save = (): Promise<void> => (saving = saving.then(saveEdits));

  async function saveEdits(): Promise<void> {
    clearTimeout(timer);
    const state = store().getState();
    const edits = collectEdits(state);
    if (state.conflict !== null) return;
    if (hasNoEdits(edits)) return say('saved');
    isSaving = true;
    say('saving');
    try {
      const answer = await server.save(edits);
      switch (answer.code) {
        case 'SAVED': {
          const { stored, versions, saves } = store().getState();
          const now = { stored: withEdits(stored, edits), versions: { ...versions, ...answer.versions } };
          store().setState({ ...now, saves: saves + 1 });
          say('saved');
          break;
        }
        case 'CONFLICT':
          store().setState({ conflict: answer, save: 'conflict', message: '' });
          break;
        case 'REFUSED':
          say('refused', answer.message);
          break;
        case 'GONE':
          say('gone');
      }
    } catch (error) {
      say(error instanceof SignedOutError ? 'signed-out' : 'failed');
      scheduleSave(times.again);
    } finally {
      isSaving = false;
    }
    // Edited meanwhile.
    if (store().getState().save === 'saved' && !hasNoEdits(collectEdits(store().getState()))) {
      say('unsaved');
      scheduleSave();
      // The running preview was based on the previous stored content.
      void preview();
    }
  }

  function settle(chosen: ReadonlySet<string>): void {
    const state = store().getState();
    const { conflict, outline, stored, versions } = state;
    if (conflict === null) return;
    const theirs = {
      files: conflict.files.map(({ path, text, version }) => ({ path, content: text, version })),
      texts: conflict.texts.map((text) => ({ ...text, was: '' })),
    };
    const merged = mergeConflict(state, conflict, chosen);
    const mine = mergeConflict(state, conflict, new Set());
    store().setState({
      conflict: null,
      content: mine,
      outline: relocateBlock(outline, mine.files),
      // Earlier steps have files without what the other person changed.
      history: emptyHistory,
      stored: withEdits(stored, theirs),
      versions: { ...versions, ...Object.fromEntries(conflict.files.map(({ path, version }) => [path, version])) },
    });
    // The choice is an edit, so that it can be undone.
    store().change('conflict', compareContents(mine, merged));
    void save();
    void preview();
  }

  return {
    changed() {
      if (store().getState().conflict === null) {
        if (!isSaving) say('unsaved');
        scheduleSave();
      }
      void preview();
    },
    preview: () => void preview(),
    save,
    settle,
  };
}
