import { render } from "preact";
import { loadWords, type Words } from "../texts/index.ts";
import { accentColours } from "./accent.ts";
import type { Acts } from "./acts.ts";
import type { Model } from "./model.ts";
import { addStyles } from "./views/styles.ts";
import { focusField, loadPane, Window } from "./views/Window.tsx";
import css from "./window.css?inline";

addStyles(css);

/** Where a visitor may go on. */
const fields = ".pw-comp textarea, .pw-in, .pw-opt input, .pw-foot .pw-btn";

export interface Drawing {
  show(model: Model): void;
  /** To where the visitor goes on: the text, or the first field. On touch the keyboard stays down. */
  focus(): void;
}

/** Everything that is seen: loaded when the window is first opened. `language`: of the page, as a tag; `first`: what is to be drawn first. */
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

/** Says the language of the words and its direction to the browser. */
export function setDirection({ language, isRightToLeft }: Words): void {
  const page = document.documentElement;
  page.lang = language;
  page.dir = isRightToLeft ? "rtl" : "ltr";
}

/** The account's colour and corners into the style sheet: by the object model, which a strict policy allows. */
export function dress(page: HTMLElement, { face, accent, dark }: Model): void {
  page.dataset["theme"] = dark ? "dark" : "light";
  const colours = accentColours(accent ?? face.accent, dark);
  // Of a person who is available: seen on the header, whatever its colour.
  page.style.setProperty("--pw-here", dark ? "#78cb8d" : colours.onAccent === "#ffffff" ? "#62d98f" : "#1d6834");
  page.style.setProperty("--pw-accent", colours.accent);
  page.style.setProperty("--pw-on-accent", colours.onAccent);
  page.style.setProperty("--pw-accent-text", colours.text);
  page.style.setProperty("--pw-accent-soft", colours.soft);
  page.style.setProperty("--pw-r-bubble", `${face.radius}px`);
}
