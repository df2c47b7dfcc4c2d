import { render } from "preact";
import { loadTexts, type TextFunction } from "../texts/index.ts";
import { deriveAccentColours } from "./accent.ts";
import type { VisitorActions } from "./actions.ts";
import type { ChatWindowState } from "./state/state.ts";
import { addStyles } from "./views/styles.ts";
import { focusField, loadPane, ChatWindow } from "./views/ChatWindow.tsx";
import css from "./window.css?inline";

addStyles(css);

/** Fields that the renderer may focus, in order of preference. */
const focusableFields = ".pw-comp textarea, .pw-in, .pw-opt input, .pw-foot .pw-btn";

export interface Renderer {
  show(model: ChatWindowState): void;
  /**
   * Focuses the message field or the first field of a form. On touch devices, the on-screen
   * keyboard stays closed.
   */
  focus(): void;
}

/**
 * Starts the renderer. Called when the chat window is first opened. `language` is a language tag,
 * `first` the first state to render.
 */
export async function startRenderer(
  root: HTMLElement,
  language: string,
  actions: VisitorActions,
  first: ChatWindowState,
): Promise<Renderer> {
  const [words] = await Promise.all([loadTexts(language), loadPane(first)]);
  const page = document.documentElement;
  setDirection(words);
  actions.onRendered(words.language);
  let theme = "";
  return {
    show(model) {
      const next = `${model.accent ?? model.face.accent} ${String(model.dark)}`;
      if (next !== theme) {
        theme = next;
        applyTheme(page, model);
      }
      renderWindow(root, model, actions, words);
    },
    focus: () => focusField(root, focusableFields),
  };
}

function renderWindow(
  root: HTMLElement,
  model: ChatWindowState,
  actions: VisitorActions,
  t: TextFunction,
): void {
  render(<ChatWindow model={model} actions={actions} t={t} />, root);
}

/** Sets language and text direction of the document. */
export function setDirection({ language, isRightToLeft }: TextFunction): void {
  const page = document.documentElement;
  page.lang = language;
  page.dir = isRightToLeft ? "rtl" : "ltr";
}

/**
 * Sets the account's colour and radius through the CSS object model, because a strict content
 * security policy blocks inline styles.
 */
export function applyTheme(page: HTMLElement, { face, accent, dark }: ChatWindowState): void {
  page.dataset["theme"] = dark ? "dark" : "light";
  const colours = deriveAccentColours(accent ?? face.accent, dark);
  // Colour of the dot for an available operator. The dot must be visible on every header colour.
  page.style.setProperty(
    "--pw-here",
    dark ? "#78cb8d" : colours.onAccent === "#ffffff" ? "#62d98f" : "#1d6834",
  );
  page.style.setProperty("--pw-accent", colours.accent);
  page.style.setProperty("--pw-on-accent", colours.onAccent);
  page.style.setProperty("--pw-accent-text", colours.text);
  page.style.setProperty("--pw-accent-soft", colours.soft);
  page.style.setProperty("--pw-r-bubble", `${face.radius}px`);
}
