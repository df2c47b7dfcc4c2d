import { testPageCss } from "./test-style.ts";
import { callbackNames, eventNames, tried, type Tried } from "./test-functions.ts";
import { wordsFor } from "./test-words.ts";

/** The test page of a widget (product.md 5): a button for each function, a console of all that happens. Runs before the widget's code. */
type Api = Readonly<Record<string, ((...args: unknown[]) => unknown) | undefined>>;

const { prefixes = "widget", settings = "/", name = "" } = document.body.dataset;
const names = prefixes.split(" ");
const page = window as unknown as Record<string, unknown>;
const words = wordsFor(document.documentElement.lang);
/** Lines that the console keeps. */
const linesMost = 500;

const sheet = new CSSStyleSheet();
sheet.replaceSync(testPageCss);
document.adoptedStyleSheets = [sheet];

const log = element("div", { className: "log", role: "log", "aria-label": words.console, tabindex: "0" });
const nothing = element("p", { className: "soft" }, words.empty);
const state = element("dl", { className: "facts" });
let shown = "";
let present = "label";

declareCallbacks();
draw();
setInterval(refresh, 500);

/** Under every prefix, so that the order and the names can be seen; in a page these are the page's own functions. */
function declareCallbacks(): void {
  for (const prefix of names)
    for (const callback of callbackNames)
      page[`${prefix}_on${callback}`] = (...args: unknown[]) => {
        if (callback === "ChangeState") present = String(args[0]);
        say("callback", `${prefix}_on${callback}(${args.map(text).join(", ")})`);
        refresh();
      };
  // With the code of the page the object is there now; with the script alone it comes with it.
  window.addEventListener("load", () => {
    for (const event of eventNames) api()?.["on"]?.(event, (detail: unknown) => say("event", `on ${event} ${text(detail)}`));
  });
}

function draw(): void {
  const head = element("header", {});
  const ways = element("p", {});
  ways.append(link(settings, words.back), " · ", link("/docs/script", words.docs));
  head.append(element("h1", {}, `${words.title}: ${name}`), element("p", { className: "soft" }, words.about), ways, state);
  const functions = section(words.functions, words.functionsAbout);
  functions.append(...tried.map(row), row({ name: "destroy", args: "" }), row({ name: "init", args: "" }));
  const out = section(words.console, words.consoleAbout);
  const clear = element("button", { type: "button" }, words.clear);
  clear.addEventListener("click", () => {
    log.replaceChildren();
    nothing.hidden = false;
  });
  out.append(clear, nothing, log);
  const main = element("main", {});
  main.append(head, functions, out);
  document.body.append(main);
  refresh();
}

function row(of: Tried): HTMLElement {
  const form = element("form", { className: "row" });
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
  const entry = element("p", { className: kind });
  entry.append(element("time", {}, (performance.now() / 1000).toFixed(2)), line);
  log.append(entry);
  while (log.childElementCount > linesMost) log.firstElementChild?.remove();
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
  made.append(element("h2", {}, title), element("p", { className: "soft" }, about));
  return made;
}
function link(href: string, label: string): HTMLElement {
  return element("a", { href }, label);
}
function element<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Record<string, string>, label = ""): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key === "className" ? "class" : key, value);
  if (label !== "") made.textContent = label;
  return made;
}
