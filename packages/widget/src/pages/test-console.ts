import { createElement } from "./element.ts";
import { callbackNames, eventNames, testedFunctions, type TestedFunction } from "./test-functions.ts";
import type { TestPageText } from "./test-text.ts";

type Api = Readonly<Record<string, ((...args: unknown[]) => unknown) | undefined>>;
interface ConsoleOptions {
  readonly words: TestPageText;
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
export function renderConsole({ words, names, settings, isOpen }: ConsoleOptions): void {
  const page = window as unknown as Record<string, unknown>;
  const log = createElement("div", { class: "log", role: "log", "aria-label": words.console, tabindex: "0" });
  const emptyNote = createElement("p", { class: "soft" }, words.empty);
  const state = createElement("dl", { class: "facts" });
  let lastFacts = "";
  let widgetState = "label";

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
          if (callback === "ChangeState") widgetState = String(args[0]);
          addEntry("callback", `${prefix}_on${callback}(${args.map(text).join(", ")})`);
          refresh();
        };
    // With the snippet the API object exists now. With the script alone the script creates it.
    window.addEventListener("load", () => {
      for (const event of eventNames) api()?.["on"]?.(event, (detail: unknown) => addEntry("event", `on ${event} ${text(detail)}`));
    });
  }

  function draw(): void {
    const links = createElement("p", {}, link(settings, words.back), " · ", link("/docs/script", words.docs));
    const functions = section(words.functions, words.functionsAbout);
    functions.append(...testedFunctions.map(row), row({ name: "destroy", args: "" }), row({ name: "init", args: "" }));
    const out = section(words.console, words.consoleAbout);
    const clear = createElement("button", { type: "button" }, words.clear);
    clear.addEventListener("click", () => {
      log.replaceChildren();
      emptyNote.hidden = false;
    });
    out.append(clear, emptyNote, log);
    const summary = createElement(
      "summary",
      {},
      createElement("h2", {}, words.developers),
      createElement("small", {}, words.developersAbout),
    );
    const about = createElement("div", { class: "about" }, createElement("p", { class: "soft" }, words.about), links, state);
    const fold = createElement("details", { id: "developers" }, summary, createElement("div", { class: "console" }, about, functions, out));
    fold.open = isOpen;
    document.body.append(createElement("section", { class: "dev", "aria-label": words.developers }, fold));
    addEventListener("hashchange", () => {
      if (location.hash === "#developers") fold.open = true;
    });
    if (isOpen) fold.scrollIntoView();
    refresh();
  }

  function row(of: TestedFunction): HTMLElement {
    const form = createElement("form", { class: "row" });
    const args = createElement("input", {
      value: of.args,
      "aria-label": words.args.replace("{name}", of.name),
      spellcheck: "false",
      autocomplete: "off",
    });
    form.append(createElement("button", { type: "submit" }, of.name), args);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      run(of, args.value);
    });
    return form;
  }

  function run({ name: functionName, callback }: TestedFunction, argumentsJson: string): void {
    const isGlobal = functionName === "destroy" || functionName === "init";
    const run = isGlobal ? (page[`${names[0] ?? "widget"}_${functionName}`] as Api[string]) : api()?.[functionName];
    if (typeof run !== "function") return addEntry("fault", `${functionName}: ${words.missing}`);
    let args: unknown[];
    try {
      args = JSON.parse(`[${argumentsJson}]`) as unknown[];
    } catch (error) {
      return addEntry(
        "fault",
        `${functionName}: ${words.badJson.replace("{problem}", error instanceof Error ? error.message : String(error))}`,
      );
    }
    const answered = (...results: unknown[]): void => addEntry("callback", `${functionName}: callback(${results.map(text).join(", ")})`);
    addEntry("call", `${functionName}(${args.map(text).join(", ")}) → ${text(run(...args, ...(callback ? [answered] : [])))}`);
    refresh();
  }

  function refresh(): void {
    const of = api();
    const isLoaded = of !== undefined && !("q" in of);
    const facts = [
      [words.loaded, isLoaded ? words.yes : words.no],
      [words.state, widgetState],
      [words.mode, text(of?.["chatMode"]?.() ?? "")],
      [words.unread, text(of?.["getUnreadMessagesCount"]?.() ?? 0)],
    ] as const;
    const now = JSON.stringify(facts);
    if (now === lastFacts) return;
    lastFacts = now;
    state.replaceChildren(...facts.flatMap(([term, value]) => [createElement("dt", {}, term), createElement("dd", {}, value)]));
  }

  function addEntry(kind: "call" | "callback" | "event" | "fault", line: string): void {
    emptyNote.hidden = true;
    const entry = createElement("p", { class: kind });
    entry.append(createElement("time", {}, (performance.now() / 1000).toFixed(2)), line);
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
    const sectionElement = createElement("section", { "aria-label": title });
    sectionElement.append(createElement("h3", {}, title), createElement("p", { class: "soft" }, about));
    return sectionElement;
  }
  function link(href: string, label: string): HTMLElement {
    return createElement("a", { href }, label);
  }
}
