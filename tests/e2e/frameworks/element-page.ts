import "@parlour/element";
import { widgetEventNames } from "@parlour/element/mount";
import { functionNames, type PageControl, type ShownWidget } from "./page-control.ts";

const events: PageControl["events"] = [];
const [main] = document.getElementsByTagName("main");
if (main === undefined) throw new Error("the page has no main");
const elements: HTMLElementTagNameMap["parlour-chat"][] = [
  ...main.querySelectorAll("parlour-chat"),
];
const help = document.createElement("button");
help.textContent = "Help";
help.disabled = true;
help.onclick = () => elements[0]?.api?.open();
for (const chat of elements) listen(chat);

/** Listens to the events that the other pages record. */
function listen(chat: HTMLElementTagNameMap["parlour-chat"]): void {
  chat.addEventListener("ready", () => (help.disabled = chat.api === null));
  chat.addEventListener("open", ({ detail }) => events.push(["open", detail]));
  chat.addEventListener("close", ({ detail }) => events.push(["close", detail]));
  chat.addEventListener("messageSent", ({ detail }) => events.push(["messageSent", detail]));
  chat.addEventListener("messageReceived", ({ detail: { text } }) =>
    events.push(["messageReceived", { text }]),
  );
  chat.addEventListener("changeState", ({ detail: { state, previous } }) =>
    events.push(["changeState", { state, previous }]),
  );
}

/** Adds, changes and removes elements as a framework would. */
function show(widgets: readonly ShownWidget[]): void {
  for (const chat of elements.splice(widgets.length)) chat.remove();
  for (const [index, { src, isSilent, ...data }] of widgets.entries()) {
    const chat = elements[index] ?? document.createElement("parlour-chat");
    if (chat.getAttribute("src") !== src) chat.src = src;
    Object.assign(chat, data);
    if (elements[index] !== undefined) continue;
    elements.push(chat);
    if (index === 0 && isSilent !== true) listen(chat);
    main?.append(chat);
  }
  if (widgets.length === 0) help.remove();
  else main?.append(help);
}
if (elements.length > 0) main.append(help);
const control: PageControl = { events, show };
Object.assign(window, { testPage: control, functionNames, widgetEventNames });
