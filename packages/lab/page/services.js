// The part of the page for the services of `--services`: the values that connect Parlour, what
// customers do, messages and faults. The lab describes each service, so this file knows none of
// them. Received text is never inserted as HTML.
import { byId, clock, el, exact } from "./view.js";

/**
 * Opens the part. `ask` sends an action to the lab. `select` shows the part for a service by its
 * name.
 */
export function openServices(lab, { ask, select }) {
  const views = new Map();
  let drawn = {};
  const form = openForm(
    () => views.get(lab.side),
    (input) => ask("service-customer", input, "service-e"),
  );

  /** Runs `draw` if the value differs from the last one of this name. */
  function drawOnce(name, value, draw) {
    const shape = JSON.stringify(value);
    if (drawn[name] === shape) return;
    drawn[name] = shape;
    draw();
  }
  function drawValues({ title, environment, settingsPage, settings }) {
    byId("service-h").textContent = title;
    byId("service-settings-page").textContent = `Under ${settingsPage}`;
    byId("service-environment").replaceChildren(...environment.map(valueOf));
    byId("service-environment-card").hidden = environment.length === 0;
    byId("service-settings").replaceChildren(...settings.map(valueOf));
  }
  function drawMessages({ name, messages, settingsPage }) {
    const feed = byId("service-feed");
    keepFocus(feed, "data-press", () =>
      feed.replaceChildren(
        ...(messages.length === 0
          ? [hello(settingsPage)]
          : messages.map((message) =>
              messageOf(message, (value) =>
                ask("service-press", { service: name, key: message.key, value }, "service-e"),
              ),
            )),
      ),
    );
    feed.scrollTop = feed.scrollHeight;
  }
  function drawFaults({ name, faults }) {
    const list = byId("service-faults");
    const change = (fault, on) =>
      ask("service-fault", { service: name, fault, on }, "service-fault-e");
    keepFocus(list, "data-fault", () =>
      list.replaceChildren(...faults.map((fault) => faultOf(fault, change))),
    );
  }

  return {
    has: (name) => views.has(name),
    describe: () => [
      "You are the service and its customers: write, see what arrives, cause faults.",
      "Connection",
      "Messages",
    ],
    take(service) {
      if (!views.has(service.name)) addChoice(service, select);
      views.set(service.name, service);
    },
    draw() {
      const view = views.get(lab.side);
      if (view === undefined) return;
      if (drawn.service !== view.name) drawn = { service: view.name };
      drawOnce("values", [view.environment, view.settings], () => drawValues(view));
      drawOnce("actions", view.actions, () => form.draw());
      drawOnce("messages", view.messages, () => drawMessages(view));
      drawOnce("faults", view.faults, () => drawFaults(view));
    },
  };
}

/** Redraws a list. The element with the focus keeps it, found by the value of `attribute`. */
function keepFocus(list, attribute, draw) {
  const focused = document.activeElement?.closest(`[${attribute}]`)?.getAttribute(attribute);
  draw();
  if (focused !== undefined)
    list.querySelector(`[${attribute}="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

/** Initializes the form in which the user acts as a customer of the service that `view` returns. */
function openForm(view, send) {
  const kind = byId("service-action");
  const fields = byId("service-fields");
  /** Typed values, by service and field. */
  const typed = new Map();
  const action = () => view().actions.find(({ name }) => name === kind.value);
  const keyOf = (name) => `${view().name} ${name}`;

  function drawFields() {
    fields.replaceChildren(
      ...action().fields.map((field) => fieldOf(field, typed.get(keyOf(field.name)))),
    );
  }
  kind.addEventListener("change", drawFields);
  fields.addEventListener("input", ({ target }) => {
    if (target.type !== "file") typed.set(keyOf(target.name), target.value);
  });
  byId("service-form").addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
  });
  async function submit() {
    const { name: service } = view();
    const { name, fields: wanted } = action();
    const inputs = [...fields.querySelectorAll("input, textarea")];
    const values = await Promise.all(
      inputs.map(async (input) => [input.name, await readInput(input)]),
    );
    if (!(await send({ service, action: name, values: Object.fromEntries(values) }))) return;
    // Customer and subject stay for the next message.
    for (const field of wanted.filter(({ initial }) => initial === undefined)) {
      typed.delete(`${service} ${field.name}`);
      const input = inputs.find((one) => one.name === field.name);
      if (input) input.value = "";
    }
  }
  return {
    draw() {
      kind.replaceChildren(
        ...view().actions.map(({ name, label }) => el("option", { value: name }, label)),
      );
      drawFields();
    },
  };
}

const hello = (settingsPage) =>
  el(
    "div",
    { class: "hello" },
    el("b", {}, "No message yet"),
    el("p", {}, `Enter the values in Parlour, under ${settingsPage}.`),
  );

/** Adds the button of a service to the choice in the header. */
function addChoice({ name, title }, select) {
  byId("sides").append(
    el(
      "button",
      { type: "button", "data-to": name, "aria-pressed": "false", onclick: () => select(name) },
      title,
    ),
  );
}

/** Creates a value with a button that copies it. */
function valueOf({ label, value }, index) {
  const id = `value-${label.replaceAll(/\W+/g, "-")}-${index}`;
  const copy = el(
    "button",
    {
      type: "button",
      class: "btn",
      "aria-label": `Copy ${label}`,
      onclick: () =>
        void navigator.clipboard.writeText(value).then(() => {
          copy.textContent = "Copied";
        }),
    },
    "Copy",
  );
  return el(
    "div",
    { class: "field" },
    el("label", { for: id }, label),
    el(
      "div",
      { class: "copyrow" },
      el("input", { class: "input mono", id, readonly: true, value }),
      copy,
    ),
  );
}

function fieldOf({ name, label, type, initial = "" }, value = initial) {
  const props = { class: "input", id: `service-${name}`, name, dir: "auto" };
  const input =
    type === "lines"
      ? el("textarea", { ...props, rows: 2 })
      : el("input", { ...props, type: type === "file" ? "file" : "text", autocomplete: "off" });
  if (type !== "file") input.value = value;
  return el(
    "div",
    { class: type === "lines" ? "field all" : "field" },
    el("label", { for: props.id }, label),
    input,
  );
}

/** Resolves with the text of a field, or with its file as base64. */
async function readInput(input) {
  if (input.type !== "file") return input.value;
  const [file] = input.files;
  if (file === undefined) return null;
  const url = await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(file);
  });
  return { name: file.name, type: file.type, data: url.slice(url.indexOf(",") + 1) };
}

function messageOf({ key, from, customer, title, text, tags, at, buttons }, press) {
  return el(
    "article",
    { class: `bubble ${from === "customer" ? "customer" : "operator"}` },
    el(
      "h3",
      { class: "by", dir: "auto" },
      from === "customer" ? customer : `Parlour to ${customer}`,
    ),
    title === "" ? null : el("b", { dir: "auto" }, title),
    text === "" ? null : el("p", { dir: "auto" }, text),
    el(
      "footer",
      {},
      el("time", { datetime: new Date(at).toISOString(), title: exact(at) }, clock(at)),
      ...tags.map((tag) => el("span", { class: "tag" }, tag)),
    ),
    buttons.length === 0
      ? null
      : el(
          "div",
          { class: "row" },
          ...buttons.map(({ label, value }) =>
            el(
              "button",
              {
                type: "button",
                class: "btn small",
                "data-press": `${key} ${value}`,
                onclick: () => void press(value),
              },
              label,
            ),
          ),
        ),
  );
}

function faultOf({ name, label, hint, isOn }, change) {
  const input = el("input", { class: "check", type: "checkbox", "data-fault": name });
  input.checked = isOn;
  input.addEventListener("change", () => void change(name, input.checked));
  return el(
    "li",
    {},
    el("label", {}, input, el("span", {}, el("b", {}, label), el("small", {}, hint))),
  );
}
