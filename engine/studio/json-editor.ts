import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, indentOnInput } from '@codemirror/language';
import { type Diagnostic, forceLinting, linter, lintKeymap } from '@codemirror/lint';
import { Annotation, EditorState, type Extension, StateEffect } from '@codemirror/state';
import { drawSelection, EditorView, hoverTooltip, keymap, lineNumbers } from '@codemirror/view';
import { listCompletions, findDescription, type JsonVocabulary, type PlacedFinding } from './json-assistance.ts';

export interface JsonEditorOptions {
  readonly text: string;
  /** Accessible name. */
  readonly label: string;
  readonly isEditable: boolean;
  readonly vocabulary: () => JsonVocabulary;
  /** Called with each text that the user makes. */
  readonly onChange: (text: string) => void;
}

export interface JsonEditor {
  /** Replaces the text, which was changed elsewhere. */
  write(text: string): void;
  /** Marks findings in the text. */
  mark(findings: readonly PlacedFinding[]): void;
  close(): void;
}

/** Changes made by `write`. */
const external = Annotation.define<true>();

/**
 * A text editor for JSON with completion, descriptions on hover, and findings. It is in a shadow root, in which its styles need no permission of
 * the policy. Tab leaves it (WCAG 2.1.2).
 */
export function openJsonEditor(parent: HTMLElement, options: JsonEditorOptions): JsonEditor {
  const { text, label, isEditable, vocabulary, onChange } = options;
  let findings: readonly PlacedFinding[] = [];
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        json(),
        lineNumbers(),
        foldGutter(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        indentOnInput(),
        autocompletion({ override: [completeFrom(vocabulary)], icons: false }),
        lintWith(() => findings),
        describeFrom(vocabulary),
        keymap.of([
          { key: 'Tab', run: acceptCompletion },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...lintKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorState.readOnly.of(!isEditable),
        EditorView.editable.of(isEditable),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0', spellcheck: 'false' }),
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          if (docChanged && !transactions.some((each) => each.annotation(external) === true))
            onChange(state.doc.toString());
        }),
        theme,
      ],
    }),
  });
  return {
    write(next) {
      const { doc } = view.state;
      if (doc.toString() === next) return;
      view.dispatch({ changes: { from: 0, to: doc.length, insert: next }, annotations: external.of(true) });
    },
    mark(found) {
      findings = found;
      view.dispatch({ effects: marked.of(null) });
      forceLinting(view);
    },
    close: () => view.destroy(),
  };
}

/** New findings for the same text. */
const marked = StateEffect.define<null>();

/** What keeps the text from being JSON, or what is wrong with its values. */
function lintWith(getFindings: () => readonly PlacedFinding[]): Extension {
  const parse = jsonParseLinter();
  const lint = (view: EditorView): readonly Diagnostic[] => {
    const slips = parse(view);
    const { length } = view.state.doc;
    // Findings may be those of the text before.
    const inside = getFindings().filter(({ to }) => to <= length);
    return slips.length > 0
      ? slips
      : inside.map(({ from, to, severity, message, rule }) => ({ from, to, severity, message, source: rule }));
  };
  return linter(lint, {
    needsRefresh: ({ transactions }) => transactions.some(({ effects }) => effects.some((each) => each.is(marked))),
  });
}

function completeFrom(vocabulary: () => JsonVocabulary): CompletionSource {
  return (context) => {
    const { state, pos } = context;
    if (!context.explicit && context.matchBefore(/["\w.#/-]$/) === null) return null;
    const found = listCompletions(state.doc.toString(), pos, vocabulary());
    return (
      found && {
        from: found.from,
        to: found.to,
        filter: false,
        options: narrow(found.completions, state.sliceDoc(found.from, pos)).map(({ label, text, description }) => ({
          label,
          apply: text,
          info: description,
        })),
      }
    );
  };
}

/** Completions that contain what was typed. */
function narrow<Completion extends { readonly label: string }>(
  completions: readonly Completion[],
  typed: string,
): readonly Completion[] {
  const wanted = typed.replaceAll('"', '').toLowerCase();
  return completions.filter(({ label }) => label.toLowerCase().includes(wanted));
}

const describeFrom = (vocabulary: () => JsonVocabulary) =>
  hoverTooltip(({ state }, offset) => {
    const found = findDescription(state.doc.toString(), offset, vocabulary());
    if (found === null) return null;
    return {
      pos: found.from,
      end: found.to,
      create() {
        const dom = document.createElement('p');
        dom.lang = 'en';
        dom.textContent = `${found.name}: ${found.description}`;
        return { dom };
      },
    };
  });

const theme = EditorView.theme({
  '&': { border: '1px solid var(--line-control)', background: 'var(--surface)', color: 'var(--text)' },
  '&.cm-focused': { outline: '2px solid var(--focus)' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', fontSize: '0.8125rem', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)', minHeight: '8rem' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { background: 'none', color: 'var(--text-muted)', borderRight: '1px solid var(--line)' },
  '& .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'var(--selection)',
  },
  '.cm-tooltip': {
    maxWidth: '22rem',
    border: '1px solid var(--line-control)',
    background: 'var(--bg)',
    color: 'var(--text)',
  },
  '.cm-tooltip p': { margin: '0', padding: '0.375rem 0.625rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--selection)',
    color: 'var(--text)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--error)' },
});
