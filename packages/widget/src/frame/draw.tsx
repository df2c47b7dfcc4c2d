import { render } from "preact";
import { loadWords, type Words } from "../texts/index.ts";
import { accentColours } from "./accent.ts";
import type { Acts } from "./acts.ts";
import type { Model } from "./model.ts";
import { addStyles } from "./views/styles.ts";
import { focusField, loadPane, Window } from "./views/Window.tsx";
import css from "./window.css?inline";

addStyles(css);

/** Fields that may get the focus, in order of preference. */
const fields = ".pw-comp textarea, .pw-in, .pw-opt input, .pw-foot .pw-btn";

export interface Drawing {
  show(model: Model): void;
  /**
   * Focuses the message field or the first form field. On touch devices the keyboard stays closed.
   */
  focus(): void;
}

/**
 * Loads and starts the renderer when the chat window is first opened. `language`: a language tag.
 * `first`: the first state to render.
 */
export async function openDrawing(root: HTMLElement, language: string, acts: Acts, first: Model): Promise<Drawing> {
  const [words] = await Promise.all([loadWords(language), loadPane(first)]);
  const page = document.documentElement;
  setDirection(words);
  acts.drawn(words.language);
  let look = "";
  return {
    show(model) {
      const next = `${model.accent ?? model.face.accent} ${String(model.dark)}`;
      if (next !== look) {
        look = next;
        dress(page, model);
      }
      draw(root, model, acts, words);
    },
    focus: () => focusField(root, fields),
  };
}

function draw(root: HTMLElement, model: Model, acts: Acts, t: Words): void {
  render(<Window model={model} acts={acts} t={t} />, root);
}

/** Sets language and text direction of the document. */
export function setDirection({ language, isRightToLeft }: Words): void {
  const page = document.documentElement;
  page.lang = language;
  page.dir = isRightToLeft ? "rtl" : "ltr";
}

/** Sets the account's colour and radius through the object model, which a strict policy allows. */
export function dress(page: HTMLElement, { face, accent, dark }: Model): void {
  page.dataset["theme"] = dark ? "dark" : "light";
  const colours = accentColours(accent ?? face.accent, dark);
  // Dot of an available operator, visible on every header colour.
  page.style.setProperty("--pw-here", dark ? "#78cb8d" : colours.onAccent === "#ffffff" ? "#62d98f" : "#1d6834");
  page.style.setProperty("--pw-accent", colours.accent);
  page.style.setProperty("--pw-on-accent", colours.onAccent);
  page.style.setProperty("--pw-accent-text", colours.text);
  page.style.setProperty("--pw-accent-soft", colours.soft);
  page.style.setProperty("--pw-r-bubble", `${face.radius}px`);
}
