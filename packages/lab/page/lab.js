// The lab's page. It renders the state that the server sends, and sends the user's actions to the
// server. Received text is never inserted as HTML.
import { openBot } from "./bot.js";
import { openServices } from "./services.js";
import { draw, byId } from "./view.js";
import { openWebhook } from "./webhook.js";

const lab = {
  setup: null,
  status: null,
  customers: new Map(),
  wires: new Map(),
  chosen: null,
  way: "all",
  opened: new Map(),
  side: "channel",
};
const bot = openBot(lab, { ask, part, redraw: () => redraw() });
const webhook = openWebhook(lab, { ask, part, redraw: () => redraw() });
const services = openServices(lab, { ask, select: (name) => side(name) });
let queued = false;
const redraw = () => {
  if (queued) return;
  queued = true;
  requestAnimationFrame(() => {
    queued = false;
    draw(lab, { choose, again });
    bot.draw();
    webhook.draw();
    services.draw();
  });
};

const source = new EventSource("/events");
source.addEventListener("open", () => {
  byId("gone").hidden = true;
});
source.addEventListener("error", () => {
  byId("gone").hidden = false;
});
source.addEventListener("message", (event) => {
  const change = JSON.parse(event.data);
  if (change.cleared) {
    lab.customers.clear();
    lab.wires.clear();
    bot.clear();
    webhook.clear();
  }
  if (change.botChat) bot.take(change.botChat);
  if (change.event) webhook.take(change.event);
  if (change.service) services.take(change.service);
  if (change.setup) takeSetup(change.setup);
  if (change.status) lab.status = change.status;
  if (change.customer) {
    lab.customers.set(change.customer.literal, change.customer);
    lab.chosen ??= change.customer.literal;
  }
  if (change.removed !== undefined) {
    lab.customers.delete(change.removed);
    if (lab.chosen === change.removed) lab.chosen = lab.customers.keys().next().value ?? null;
  }
  if (change.wire) {
    if (change.wire.side === "channel" && change.wire.direction === "from Parlour")
      called.done(true);
    lab.wires.set(change.wire.n, change.wire);
    if (lab.wires.size > 200) lab.wires.delete(lab.wires.keys().next().value);
  }
  redraw();
});

/**
 * Sends an action to the lab. Shows an error below the field that caused it, or else in the element
 * `where`.
 */
async function ask(name, input, where, fields = {}) {
  for (const id of [where, ...Object.values(fields)]) if (id) fault(id, "");
  try {
    const response = await fetch(`/do/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(input),
    });
    const answer = await response.json();
    if (answer.fault === undefined) return true;
    fault(fields[answer.field] ?? where, answer.fault);
  } catch {
    fault(where, "The lab has ended. Start it again with npx parlour lab.");
  }
  return false;
}
function fault(id, text) {
  const place = byId(id);
  if (!place) return;
  place.textContent = text;
  place.hidden = text === "";
  const input = place.closest(".field")?.querySelector("input");
  input?.toggleAttribute("aria-invalid", text !== "");
  if (text !== "") {
    input?.setAttribute("aria-invalid", "true");
    input?.focus();
  }
}

// ---------- channel ----------
let first = true;
/**
 * Renders a step of the connection. The step collapses when it becomes done and expands when it
 * becomes undone. Between these changes, it stays as the user left it.
 */
function step(id, tag, done) {
  let was = false;
  return {
    done(is) {
      if (is === was) return;
      was = is;
      byId(id).open = !is;
      byId(tag).hidden = !is;
      done(is);
    },
  };
}
const connected = step("connection", "connected", (is) => {
  byId("connect-go").textContent = is ? "Connect again" : "Connect";
});
const called = step("address", "called", (is) => {
  byId("address-h").textContent = is ? "Endpoint" : "Give this to the channel";
});
function takeSetup(setup) {
  lab.setup = setup;
  connected.done(setup.channel !== null);
  if (first || document.activeElement?.id !== "channel")
    byId("channel").value = setup.channel ?? "";
  byId("secret").placeholder = setup.secret ? "known; leave empty to keep it" : "whsec_…";
  bot.setUp(setup.bot);
  webhook.setUp(setup.hook, first);
  if (first) {
    first = false;
    fillBehaviour(setup.behaviours[lab.side]);
  }
  if (setup.channel !== null && lab.customers.size === 0) void seed();
}
/** Creates a first customer, so that the user can write a message immediately. */
async function seed() {
  await new Promise((resolve) => {
    setTimeout(resolve, 150);
  });
  if (lab.customers.size === 0)
    await ask(
      "customer",
      {
        id: "anna-1",
        number: false,
        name: "Anna Keller",
        email: "anna@shop.example",
        url: "https://shop.example/cart",
      },
      "say-e",
    );
}
byId("connect").addEventListener("submit", (event) => {
  event.preventDefault();
  void connect();
});
async function connect() {
  const good = await ask(
    "connect",
    { channel: byId("channel").value, secret: byId("secret").value },
    "channel-e",
    {
      channel: "channel-e",
      secret: "secret-e",
    },
  );
  if (good) {
    byId("secret").value = "";
    part("talk");
    byId("text").focus();
  }
}
for (const button of document.querySelectorAll("[data-copy]"))
  button.addEventListener(
    "click",
    () =>
      void navigator.clipboard.writeText(byId(button.dataset.copy).value).then(() => {
        button.textContent = "Copied";
        setTimeout(() => {
          button.textContent = "Copy";
        }, 2000);
      }),
  );

// ---------- customers ----------
function choose(literal) {
  lab.chosen = literal;
  redraw();
  part("talk");
}
const person = byId("person");
const fields = ["name", "email", "phone", "url", "photo", "invite"];
function openPerson(customer) {
  byId("person-h").textContent = customer ? "Edit customer" : "New customer";
  byId("p-id").value = customer
    ? String(customer.literal.startsWith('"') ? JSON.parse(customer.literal) : customer.literal)
    : freeId();
  byId("p-id").readOnly = Boolean(customer);
  byId("p-number").checked = Boolean(customer) && !customer.literal.startsWith('"');
  byId("p-number").disabled = Boolean(customer);
  for (const field of fields) byId(`p-${field}`).value = customer?.[field] ?? "";
  fault("p-id-e", "");
  person.showModal();
  if (customer) byId("p-name").focus();
  else byId("p-id").select();
}
const freeId = () => {
  let n = lab.customers.size + 1;
  while (lab.customers.has(`"customer-${n}"`)) n += 1;
  return `customer-${n}`;
};
byId("new").addEventListener("click", () => openPerson(null));
byId("edit").addEventListener("click", () => {
  const customer = lab.customers.get(lab.chosen);
  if (customer) openPerson(customer);
});
byId("remove").addEventListener(
  "click",
  () => void ask("remove", { customer: lab.chosen }, "say-e"),
);
byId("p-cancel").addEventListener("click", () => person.close());
byId("person-form").addEventListener("submit", (event) => {
  event.preventDefault();
  void savePerson();
});
async function savePerson() {
  const id = byId("p-id").value;
  const number = byId("p-number").checked;
  const values = Object.fromEntries(
    fields.map((field) => [field, byId(`p-${field}`).value.trim()]),
  );
  if (!(await ask("customer", { id, number, ...values }, "p-id-e", { id: "p-id-e" }))) return;
  person.close();
  choose(number ? id : JSON.stringify(id));
  byId("text").focus();
}

// ---------- writing ----------
const text = byId("text");
const kind = byId("kind");
const drafts = new Map();
let typingAs = null;
let silence;
kind.addEventListener("change", () => {
  const place = kind.value === "location";
  byId("file").hidden = kind.value === "text" || place;
  byId("latitude").hidden = byId("longitude").hidden = !place;
  byId("spring").hidden = !byId("file").hidden;
  text.hidden = place;
  text.placeholder = kind.value === "text" ? "Write as the customer…" : "Comment, optional";
});
text.addEventListener("input", () => {
  drafts.set(lab.chosen, text.value);
  count();
  if (!lab.setup?.channel || lab.chosen === null) return;
  clearTimeout(silence);
  if (text.value === "") {
    stopTyping();
    return;
  }
  if (typingAs !== lab.chosen) {
    stopTyping();
    typingAs = lab.chosen;
    void ask("typing", { customer: typingAs, on: true }, "");
  }
  silence = setTimeout(stopTyping, 5000);
});
function stopTyping() {
  clearTimeout(silence);
  if (typingAs === null) return;
  void ask("typing", { customer: typingAs, on: false }, "");
  typingAs = null;
}
function count() {
  const length = Array.from(text.value).length;
  byId("count").textContent =
    length > 800 ? `${length}/1000${length > 1000 ? ", Parlour cuts it" : ""}` : "";
}
text.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  byId("composer").requestSubmit();
});
byId("composer").addEventListener("submit", (event) => {
  event.preventDefault();
  void send();
});
async function send() {
  const customer = lab.chosen;
  if (customer === null) {
    fault("say-e", "Choose a customer first.");
    return;
  }
  if (!lab.setup?.channel) {
    fault("say-e", "Give the lab the channel's inbound URL first.");
    part("people");
    byId("channel").focus();
    return;
  }
  const type = kind.value;
  if (type === "text" && text.value === "") return;
  clearTimeout(silence);
  typingAs = null;
  const input = {
    customer,
    type,
    text: text.value,
    file: byId("file").value.trim(),
    latitude: byId("latitude").value,
    longitude: byId("longitude").value,
  };
  text.value = "";
  drafts.delete(customer);
  count();
  if (!(await ask("say", input, "say-e")) && text.value === "") text.value = input.text;
}
const again = (customer, key) => void ask("again", { customer, key }, "say-e");

// ---------- behaviour ----------
const form = byId("behaviour");
function fillBehaviour(b) {
  form.querySelector(`input[name=mode][value=${b.mode}]`).checked = true;
  byId("delay").value = String(b.delayMs / 1000);
  byId("code").value = b.code;
  byId("http").value = String(b.status);
  byId("message").value = b.text;
  byId("garbage").value = b.garbage;
  showMore();
}
const mode = () => form.querySelector("input[name=mode]:checked").value;
const showMore = () => {
  for (const more of form.querySelectorAll(".more")) more.hidden = more.dataset.for !== mode();
};
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", () => {
  showMore();
  void ask(
    "behaviour",
    {
      side: lab.side,
      mode: mode(),
      delayMs: Math.round(Number(byId("delay").value) * 1000),
      status: Number(byId("http").value),
      code: byId("code").value,
      text: byId("message").value,
      garbage: byId("garbage").value,
    },
    "behaviour-e",
  );
});

// ---------- requests ----------
byId("clear").addEventListener("click", () => void ask("clear", {}, "behaviour-e"));
for (const button of document.querySelectorAll("[data-way]")) {
  button.addEventListener("click", () => {
    lab.way = button.dataset.way;
    for (const other of document.querySelectorAll("[data-way]"))
      other.setAttribute("aria-pressed", String(other === button));
    redraw();
  });
}

// ---------- interfaces ----------
const abouts = {
  channel: [
    "You are the integrator: write as a customer, see what operators answer.",
    "Customers",
    "Conversation",
  ],
  bot: [
    "You are the bot: see what customers write, answer before operators do.",
    "Chats",
    "Conversation",
  ],
  webhook: [
    "You are the receiver: see each event, choose what operators are shown.",
    "Events",
    "Reply",
  ],
};
function side(name) {
  lab.side = name;
  const isService = services.has(name);
  for (const section of document.querySelectorAll("[data-of]"))
    section.hidden = !section.dataset.of.split(" ").includes(isService ? "service" : name);
  for (const button of document.querySelectorAll("[data-to]"))
    button.setAttribute("aria-pressed", String(button.dataset.to === name));
  const [what, list, main] = isService ? services.describe() : abouts[name];
  byId("what").textContent = what;
  byId("part-list").textContent = list;
  byId("part-main").textContent = main;
  byId("part-bench").textContent = isService ? "Faults" : "Endpoint";
  byId("bench-of").textContent = `how the ${name} answers Parlour`;
  if (lab.setup && !isService) fillBehaviour(lab.setup.behaviours[name]);
  redraw();
}
for (const button of document.querySelectorAll("[data-to]"))
  button.addEventListener("click", () => side(button.dataset.to));

// ---------- parts on small screens ----------
function part(name) {
  document.querySelector("main").dataset.part = name;
  for (const button of document.querySelectorAll(".parts [data-part]"))
    button.setAttribute("aria-pressed", String(button.dataset.part === name));
}
for (const button of document.querySelectorAll(".parts [data-part]"))
  button.addEventListener("click", () => part(button.dataset.part));
lab.draft = (literal) => drafts.get(literal) ?? "";
side("channel");
