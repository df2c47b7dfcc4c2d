import { element } from "./element.ts";
import { callbackNames, eventNames, tried, type Tried } from "./test-functions.ts";
import type { TestWords } from "./test-words.ts";

type Api = Readonly<Record<string, ((...args: unknown[]) => unknown) | undefined>>;
interface Of {
  readonly words: TestWords;
  /** Prefixes of the widget, the main one first. */
  readonly names: readonly string[];
  /** Address of the widget's settings. */
  readonly settings: string;
  readonly isOpen: boolean;
}

/** Maximum of lines in the console. */
const maxLines = 500;

/**
 * Renders the developer console: a button for each function and a log of all events in order.
 * Registers the callbacks of the page.
 */
export function drawConsole({ words, names, settings, isOpen }: Of): void {
  const page = window as unknown as Record<string, unknown>;
  const log = element("div", { class: "log", role: "log", "aria-label": words.console, tabindex: "0" });
  const nothing = element("p", { class: "soft" }, words.empty);
  const state = element("dl", { class: "facts" });
  let shown = "";
  let present = "label";

  declareCallbacks();
  draw();
  setInterval(refresh, 500);

  /**
   * Registers the callbacks under every prefix, to show the order and the names. On a real page
   * these are the page's own functions.
   */
  function declareCallbacks(): void {
    for (const prefix of names)
      for (const callback of callbackNames)
        page[`${prefix}_on${callback}`] = (...args: unknown[]) => {
          if (callback === "ChangeState") present = String(args[0]);
          say("callback", `${prefix}_on${callback}(${args.map(text).join(", ")})`);
          refresh();
        };
    // With the snippet the API object exists now. With the script alone the script creates it.
    window.addEventListener("load", () => {
      for (const event of eventNames) api()?.["on"]?.(event, (detail: unknown) => say("event", `on ${event} ${text(detail)}`));
    });
  }

  function draw(): void {
    const links = element("p", {}, link(settings, words.back), " · ", link("/docs/script", words.docs));
    const functions = section(words.functions, words.functionsAbout);
    functions.append(...tried.map(row), row({ name: "destroy", args: "" }), row({ name: "init", args: "" }));
    const out = section(words.console, words.consoleAbout);
    const clear = element("button", { type: "button" }, words.clear);
    clear.addEventListener("click", () => {
      log.replaceChildren();
      nothing.hidden = false;
    });
    out.append(clear, nothing, log);
    const summary = element("summary", {}, element("h2", {}, words.developers), element("small", {}, words.developersAbout));
    const about = element("div", { class: "about" }, element("p", { class: "soft" }, words.about), links, state);
    const fold = element("details", { id: "developers" }, summary, element("div", { class: "console" }, about, functions, out));
    fold.open = isOpen;
    document.body.append(element("section", { class: "dev", "aria-label": words.developers }, fold));
    addEventListener("hashchange", () => {
      if (location.hash === "#developers") fold.open = true;
    });
    if (isOpen) fold.scrollIntoView();
    refresh();
  }

  function row(of: Tried): HTMLElement {
    const form = element("form", { class: "row" });
    const args = element("input", {
      value: of.args,
      "aria-label": words.args.replace("{name}", of.name),
      spellcheck: "false",
      autocomplete: "off",
    });
    form.append(element("button", { type: "submit" }, of.name), args);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      run(of, args.value);
    });
    return form;
  }

  function run({ name: called, callback }: Tried, given: string): void {
    const isWhole = called === "destroy" || called === "init";
    const run = isWhole ? (page[`${names[0] ?? "widget"}_${called}`] as Api[string]) : api()?.[called];
    if (typeof run !== "function") return say("fault", `${called}: ${words.missing}`);
    let args: unknown[];
    try {
      args = JSON.parse(`[${given}]`) as unknown[];
    } catch (error) {
      return say("fault", `${called}: ${words.badJson.replace("{problem}", error instanceof Error ? error.message : String(error))}`);
    }
    const answered = (...back: unknown[]): void => say("callback", `${called}: callback(${back.map(text).join(", ")})`);
    say("call", `${called}(${args.map(text).join(", ")}) → ${text(run(...args, ...(callback ? [answered] : [])))}`);
    refresh();
  }

  function refresh(): void {
    const of = api();
    const isLoaded = of !== undefined && !("q" in of);
    const facts = [
      [words.loaded, isLoaded ? words.yes : words.no],
      [words.state, present],
      [words.mode, text(of?.["chatMode"]?.() ?? "")],
      [words.unread, text(of?.["getUnreadMessagesCount"]?.() ?? 0)],
    ] as const;
    const now = JSON.stringify(facts);
    if (now === shown) return;
    shown = now;
    state.replaceChildren(...facts.flatMap(([term, value]) => [element("dt", {}, term), element("dd", {}, value)]));
  }

  function say(kind: "call" | "callback" | "event" | "fault", line: string): void {
    nothing.hidden = true;
    const entry = element("p", { class: kind });
    entry.append(element("time", {}, (performance.now() / 1000).toFixed(2)), line);
    log.append(entry);
    while (log.childElementCount > maxLines) log.firstElementChild?.remove();
    log.scrollTop = log.scrollHeight;
  }

  function api(): Api | undefined {
    return page[`${names[0] ?? "widget"}_api`] as Api | undefined;
  }
  function text(value: unknown): string {
    return value === undefined ? "undefined" : typeof value === "function" ? "function" : JSON.stringify(value);
  }
  function section(title: string, about: string): HTMLElement {
    const made = element("section", { "aria-label": title });
    made.append(element("h3", {}, title), element("p", { class: "soft" }, about));
    return made;
  }
  function link(href: string, label: string): HTMLElement {
    return element("a", { href }, label);
  }
}
