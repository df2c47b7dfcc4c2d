import {
  autocompletion,
  completionKeymap,
  startCompletion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import {
  defineLanguageFacet,
  HighlightStyle,
  Language,
  syntaxHighlighting,
} from "@codemirror/language";
import {
  EditorState,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type Extension,
} from "@codemirror/state";
import {
  Decoration,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type DecorationSet,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { GFM, parser } from "@lezer/markdown";
import type { LinkTarget } from "../links/use-broken-links.ts";
import { insertFiles, pasteFormatted } from "./paste.ts";

export interface MarkdownViewOptions {
  readonly text: string;
  readonly label: string;
  readonly language: string;
  readonly isReadOnly: boolean;
  readonly onText: (text: string) => void;
  readonly onCursor: (line: number, column: number) => void;
  readonly onPublish: () => void;
  readonly findTargets: (words: string) => Promise<readonly LinkTarget[]>;
  /** Stores a file and returns its Markdown. Null if that failed, which the page has shown. */
  readonly upload: (file: File) => Promise<string | null>;
}

/**
 * Creates the editor of Markdown in `parent`. Its own rules get the nonce of the page, and Tab
 * leaves the field (CORE-145).
 */
export function createMarkdownView(parent: HTMLElement, options: MarkdownViewOptions): EditorView {
  const { onText, onCursor } = options;
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        EditorView.cspNonce.of(
          document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "",
        ),
        EditorState.readOnly.of(options.isReadOnly),
        EditorView.contentAttributes.of({
          "aria-label": options.label,
          // A scrolled text must be reachable with the keyboard, also if it is only read.
          tabindex: "0",
          spellcheck: "true",
          autocapitalize: "sentences",
          lang: options.language,
        }),
        EditorView.perLineTextDirection.of(true),
        lineNumbers(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        history(),
        EditorView.lineWrapping,
        new Language(defineLanguageFacet(), parser.configure(GFM)),
        syntaxHighlighting(highlighting),
        theme,
        brokenLinks,
        options.isReadOnly ? [] : createWritingExtensions(options),
        keymap.of([...historyKeymap, ...defaultKeymap]),
        EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
          if (docChanged) onText(state.doc.toString());
          if (!docChanged && !selectionSet) return;
          const { head } = state.selection.main;
          const line = state.doc.lineAt(head);
          onCursor(line.number, head - line.from + 1);
        }),
      ],
    }),
  });
}

/** Returns what only writing needs: links to articles, formats by key, paste and drop. */
function createWritingExtensions(options: MarkdownViewOptions): Extension {
  const { onPublish, findTargets, upload } = options;
  return [
    autocompletion({
      override: [(context) => completeLink(context, findTargets)],
      icons: false,
      // An Enter right after the list has opened takes its first entry, too.
      interactionDelay: 0,
    }),
    keymap.of([
      {
        key: "Mod-Enter",
        run: () => {
          onPublish();
          return true;
        },
      },
      { key: "Mod-b", run: (view) => surround(view, "**") },
      { key: "Mod-i", run: (view) => surround(view, "*") },
      ...completionKeymap,
    ]),
    EditorView.domEventHandlers({
      paste: (event, view) => pasteFormatted(event, view, upload),
      drop: (event, view) => insertFiles(event.dataTransfer, view, upload, event),
    }),
  ];
}

/**
 * The look of the editor. Its own rules are in no layer, so rules of articles.css would not win.
 */
const theme = EditorView.theme({
  "&": { font: "400 var(--t-13)/22px var(--mono)", color: "var(--text)", minHeight: "0" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
  ".cm-scroller": { font: "inherit", scrollbarWidth: "thin" },
  ".cm-content": { paddingBlock: "var(--s-12)", caretColor: "var(--text)" },
  ".cm-line": { paddingInline: "var(--s-12) var(--s-24)" },
  ".cm-gutters": {
    border: "0",
    background: "var(--surface)",
    color: "var(--text-3)",
    fontSize: "var(--t-12)",
  },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "40px" },
  ".cm-activeLine, .cm-activeLineGutter": { background: "var(--canvas)" },
  ".cm-activeLineGutter": { color: "var(--text)" },
  ".cm-tooltip": {
    border: "1px solid var(--line)",
    borderRadius: "var(--r-card)",
    background: "var(--surface)",
    color: "var(--text)",
    boxShadow: "var(--shadow)",
    overflow: "hidden",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--font)",
    maxWidth: "min(480px, 90vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "6px var(--s-12)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    background: "var(--accent-soft)",
    color: "var(--accent-text)",
  },
  ".cm-completionDetail": { color: "var(--text-3)", fontStyle: "normal" },
});

/** The classes are in articles.css, with the colours of both themes. */
const highlighting = HighlightStyle.define([
  { tag: tags.heading, class: "md-heading" },
  { tag: tags.strong, class: "md-strong" },
  { tag: tags.emphasis, class: "md-emphasis" },
  { tag: tags.strikethrough, class: "md-deleted" },
  { tag: tags.url, class: "md-url" },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.monospace], class: "md-mark" },
]);

const setBroken = StateEffect.define<ReadonlySet<string>>();

/** Underlines the targets of links that lead nowhere. */
const brokenLinks = StateField.define<{ targets: ReadonlySet<string>; marks: DecorationSet }>({
  create: () => ({ targets: new Set(), marks: Decoration.none }),
  update(value, { docChanged, effects, state }) {
    const targets = effects.find((effect) => effect.is(setBroken))?.value ?? value.targets;
    if (!docChanged && targets === value.targets) return value;
    return { targets, marks: markTargets(state, targets) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ marks }) => marks),
});

const brokenMark = Decoration.mark({ class: "md-broken" });

function markTargets(state: EditorState, targets: ReadonlySet<string>): DecorationSet {
  const found = [...targets].flatMap((target) => listPositions(state.doc.toString(), target));
  const builder = new RangeSetBuilder<Decoration>();
  for (const [from, to] of found.toSorted(([a], [b]) => a - b)) builder.add(from, to, brokenMark);
  return builder.finish();
}

/** Returns where the target of a link is in the text: behind its opening bracket. */
function listPositions(text: string, target: string): [from: number, to: number][] {
  const positions: [number, number][] = [];
  const opening = `](${target}`;
  for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at + 1)) {
    const to = at + opening.length;
    if (/[)\s]/.test(text.charAt(to))) positions.push([at + 2, to]);
  }
  return positions;
}

export function showBrokenLinks(view: EditorView, targets: readonly string[]): void {
  view.dispatch({ effects: setBroken.of(new Set(targets)) });
}

/** Selects the first link to a target, and moves the focus to it. */
export function selectTarget(view: EditorView, target: string): void {
  const [position] = listPositions(view.state.doc.toString(), target);
  if (position === undefined) return;
  const [anchor, head] = position;
  view.dispatch({ selection: { anchor, head }, scrollIntoView: true });
  view.focus();
}

/** Replaces the target of each link to `target`. */
export function replaceTarget(view: EditorView, target: string, insert: string): void {
  view.dispatch({
    changes: listPositions(view.state.doc.toString(), target).map(([from, to]) => ({
      from,
      to,
      insert,
    })),
  });
}

async function completeLink(
  context: CompletionContext,
  findTargets: MarkdownViewOptions["findTargets"],
): Promise<CompletionResult | null> {
  const word = context.matchBefore(/\[\[[^[\]\n]*/);
  if (word === null) return null;
  const targets = await findTargets(word.text.slice(2));
  return {
    from: word.from,
    filter: false,
    options: targets.map(({ title, path }) => ({
      label: title,
      detail: path,
      apply: (view: EditorView, _: unknown, from: number, to: number) => {
        const insert = `[${title.replaceAll(/[[\]\\]/g, "\\$&")}](${path})`;
        view.dispatch({
          changes: { from, to, insert },
          selection: { anchor: from + insert.length },
        });
      },
    })),
  };
}

/** Puts marks around the selection, or removes them. */
export function surround(view: EditorView, mark: string): boolean {
  const { from, to } = view.state.selection.main;
  const text = view.state.sliceDoc(from, to);
  const isMarked = text.length > 2 * mark.length && text.startsWith(mark) && text.endsWith(mark);
  const insert = isMarked ? text.slice(mark.length, -mark.length) : `${mark}${text}${mark}`;
  const anchor = from + (text === "" ? mark.length : 0);
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor, head: text === "" ? anchor : from + insert.length },
  });
  view.focus();
  return true;
}

/** Puts a mark before each selected line. `number` counts them. */
export function prefixLines(view: EditorView, prefix: (index: number) => string): void {
  const { from, to } = view.state.selection.main;
  const { doc } = view.state;
  const first = doc.lineAt(from).number;
  const last = doc.lineAt(to).number;
  view.dispatch({
    changes: Array.from({ length: last - first + 1 }, (_, index) => ({
      from: doc.line(first + index).from,
      insert: prefix(index),
    })),
  });
  view.focus();
}

/** Inserts text at the cursor, and moves the cursor behind it. */
export function insertText(view: EditorView, insert: string): void {
  view.dispatch(view.state.replaceSelection(insert), { scrollIntoView: true });
  view.focus();
}

/** Inserts `[[` and lists articles. */
export function startLink(view: EditorView): void {
  insertText(view, "[[");
  startCompletion(view);
}
