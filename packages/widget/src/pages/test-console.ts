import { createElement } from "./element.ts";
import {
  callbackNames,
  eventNames,
  testedFunctions,
  type TestedFunction,
} from "./test-functions.ts";
import type { TestPageText } from "./test-text.ts";

type Api = Readonly<Record<string, ((...args: unknown[]) => unknown) | undefined>>;
interface ConsoleOptions {
  readonly words: TestPageText;
  /** Prefixes of the widget. The main prefix is first. */
  readonly names: readonly string[];
  /** Address of the widget's settings. */
  readonly settings: string;
  readonly isOpen: boolean;
}

/** Maximum number of lines in the console. */
const maxLines = 500;

/**
 * Renders the developer console: a button for each function and a log of all events in order.
 * Registers the callbacks of the page.
 */
export function renderConsole({ words, names, settings, isOpen }: ConsoleOptions): void {
  const prefix = names[0] ?? "widget";
  const getApi = (): Api | undefined => page[`${prefix}_api`] as Api | undefined;
  const log = createLog(words);
  const facts = createFactList(words, getApi);
  declareCallbacks({ names, getApi, log, facts });

  const run = ({ name, callback }: TestedFunction, argumentsJson: string): void => {
    const isGlobal = name === "destroy" || name === "init";
    const call = isGlobal ? (page[`${prefix}_${name}`] as Api[string]) : getApi()?.[name];
    if (typeof call !== "function") return log.add("fault", `${name}: ${words.missing}`);
    let args: unknown[];
    try {
      args = JSON.parse(`[${argumentsJson}]`) as unknown[];
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      return log.add("fault", `${name}: ${words.badJson.replace("{problem}", problem)}`);
    }
    const answered = (...results: unknown[]): void =>
      log.add("callback", `${name}: callback(${results.map(toText).join(", ")})`);
    log.add(
      "call",
      `${name}(${args.map(toText).join(", ")}) → ${toText(call(...args, ...(callback ? [answered] : [])))}`,
    );
    facts.refresh();
  };
  const row = (tested: TestedFunction): HTMLElement => createRow(words, tested, run);
  const functions = createSection(words.functions, words.functionsAbout);
  functions.append(
    ...testedFunctions.map(row),
    row({ name: "destroy", args: "" }),
    row({ name: "init", args: "" }),
  );
  const out = createSection(words.console, words.consoleAbout);
  out.append(...log.elements);
  const fold = createFold({ words, settings, state: facts.element, sections: [functions, out] });
  fold.open = isOpen;
  document.body.append(
    createElement("section", { class: "dev", "aria-label": words.developers }, fold),
  );
  addEventListener("hashchange", () => {
    if (location.hash === "#developers") fold.open = true;
  });
  if (isOpen) fold.scrollIntoView();
  facts.refresh();
  setInterval(() => facts.refresh(), 500);
}

const page = window as unknown as Record<string, unknown>;

type Log = ReturnType<typeof createLog>;
type FactList = ReturnType<typeof createFactList>;

/**
 * Registers the callbacks under every prefix, to show their order and names. On a real page, the
 * page itself declares these functions.
 */
function declareCallbacks({
  names,
  getApi,
  log,
  facts,
}: Pick<ConsoleOptions, "names"> & {
  readonly getApi: () => Api | undefined;
  readonly log: Log;
  readonly facts: FactList;
}): void {
  for (const prefix of names)
    for (const callback of callbackNames)
      page[`${prefix}_on${callback}`] = (...args: unknown[]) => {
        if (callback === "ChangeState") facts.setWidgetState(String(args[0]));
        log.add("callback", `${prefix}_on${callback}(${args.map(toText).join(", ")})`);
        facts.refresh();
      };
  // If the page uses the snippet, the API object exists now. Otherwise the script creates the
  // object later.
  window.addEventListener("load", () => {
    for (const event of eventNames)
      getApi()?.["on"]?.(event, (detail: unknown) =>
        log.add("event", `on ${event} ${toText(detail)}`),
      );
  });
}

/** Creates the log of calls, callbacks, events and errors, with a button that clears it. */
function createLog(words: TestPageText) {
  const log = createElement("div", {
    class: "log",
    role: "log",
    "aria-label": words.console,
    tabindex: "0",
  });
  const emptyNote = createElement("p", { class: "soft" }, words.empty);
  const clear = createElement("button", { type: "button" }, words.clear);
  clear.addEventListener("click", () => {
    log.replaceChildren();
    emptyNote.hidden = false;
  });
  return {
    elements: [clear, emptyNote, log],
    add(kind: "call" | "callback" | "event" | "fault", line: string): void {
      emptyNote.hidden = true;
      const entry = createElement("p", { class: kind });
      entry.append(createElement("time", {}, (performance.now() / 1000).toFixed(2)), line);
      log.append(entry);
      while (log.childElementCount > maxLines) log.firstElementChild?.remove();
      log.scrollTop = log.scrollHeight;
    },
  };
}

/** Creates the list of the widget's current values: loaded, state, mode, unread messages. */
function createFactList(words: TestPageText, getApi: () => Api | undefined) {
  const element = createElement("dl", { class: "facts" });
  let lastFacts = "";
  let widgetState = "label";
  return {
    element,
    setWidgetState: (state: string): void => void (widgetState = state),
    refresh(): void {
      const api = getApi();
      const isLoaded = api !== undefined && !("q" in api);
      const facts = [
        [words.loaded, isLoaded ? words.yes : words.no],
        [words.state, widgetState],
        [words.mode, toText(api?.["chatMode"]?.() ?? "")],
        [words.unread, toText(api?.["getUnreadMessagesCount"]?.() ?? 0)],
      ] as const;
      const now = JSON.stringify(facts);
      if (now === lastFacts) return;
      lastFacts = now;
      element.replaceChildren(
        ...facts.flatMap(([term, value]) => [
          createElement("dt", {}, term),
          createElement("dd", {}, value),
        ]),
      );
    },
  };
}

interface FoldParts extends Pick<ConsoleOptions, "words" | "settings"> {
  readonly state: HTMLElement;
  readonly sections: readonly HTMLElement[];
}
/** Creates the console with its summary. It is collapsed until a developer opens it. */
function createFold({ words, settings, state, sections }: FoldParts): HTMLDetailsElement {
  const links = createElement(
    "p",
    {},
    createLink(settings, words.back),
    " · ",
    createLink("/docs/script", words.docs),
  );
  const title = createElement("h2", {}, words.developers);
  const summary = createElement(
    "summary",
    {},
    title,
    createElement("small", {}, words.developersAbout),
  );
  const about = createElement(
    "div",
    { class: "about" },
    createElement("p", { class: "soft" }, words.about),
    links,
    state,
  );
  return createElement(
    "details",
    { id: "developers" },
    summary,
    createElement("div", { class: "console" }, about, ...sections),
  );
}

/** Creates a row with a function's button and a field for the arguments. */
function createRow(
  words: TestPageText,
  tested: TestedFunction,
  run: (tested: TestedFunction, argumentsJson: string) => void,
): HTMLElement {
  const form = createElement("form", { class: "row" });
  const args = createElement("input", {
    value: tested.args,
    "aria-label": words.args.replace("{name}", tested.name),
    spellcheck: "false",
    autocomplete: "off",
  });
  form.append(createElement("button", { type: "submit" }, tested.name), args);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    run(tested, args.value);
  });
  return form;
}

function toText(value: unknown): string {
  return value === undefined
    ? "undefined"
    : typeof value === "function"
      ? "function"
      : JSON.stringify(value);
}
function createSection(title: string, about: string): HTMLElement {
  const section = createElement("section", { "aria-label": title });
  section.append(createElement("h3", {}, title), createElement("p", { class: "soft" }, about));
  return section;
}
function createLink(href: string, label: string): HTMLElement {
  return createElement("a", { href }, label);
}
