// Renders the lab's state. Elements are created with `el`. Received text is never inserted as HTML.

export const byId = (id) => document.getElementById(id);

export function el(name, props = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "class") node.className = value;
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}

export function draw(lab, act) {
  drawSetup(lab);
  drawPeople(lab, act);
  drawTalk(lab, act);
  drawWires(lab);
}

function drawSetup({ setup, status }) {
  if (status) {
    byId("value").textContent = status.value === null ? "–" : String(status.value);
    byId("value").dataset.value = String(status.value);
    if (byId("status").textContent !== status.text) byId("status").textContent = status.text;
  }
  if (!setup) return;
  byId("endpoint").value = setup.endpoint;
  byId("allow").textContent = setup.allow.text;
  byId("allow").dataset.ok = String(setup.allow.ok);
}

const nameOf = (customer) => customer.name || plain(customer.literal);
const plain = (literal) => (literal.startsWith('"') ? JSON.parse(literal) : literal);
export const initials = (name) =>
  Array.from(name.trim())
    .filter((_, i, all) => i === 0 || all[i - 1] === " ")
    .slice(0, 2)
    .join("")
    .toUpperCase();
export const clock = (at) =>
  new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
export const exact = (at) =>
  `${new Date(at).toLocaleTimeString([], { hour12: false })}.${String(new Date(at).getMilliseconds()).padStart(3, "0")}`;

const seen = new Map();
function drawPeople({ customers, chosen }, act) {
  const list = byId("people");
  const focused = document.activeElement?.closest("[data-literal]")?.dataset.literal;
  list.replaceChildren(
    ...[...customers.values()].map((customer) => {
      const last = customer.messages.at(-1);
      const operators = customer.messages.filter(
        (m) => m.from === "operator" && m.state === "shown",
      ).length;
      if (customer.literal === chosen) seen.set(customer.literal, operators);
      const unread = operators - (seen.get(customer.literal) ?? 0);
      return el(
        "li",
        {},
        el(
          "button",
          {
            type: "button",
            class: "who",
            "data-literal": customer.literal,
            "aria-current": customer.literal === chosen ? "true" : null,
            onclick: () => act.choose(customer.literal),
          },
          el("span", { class: "avatar", "aria-hidden": "true" }, initials(nameOf(customer))),
          el(
            "span",
            { class: "grow" },
            el("b", { class: "cut", dir: "auto" }, nameOf(customer)),
            el(
              "small",
              { class: "cut", dir: "auto" },
              customer.typing
                ? `${customer.typing} is typing…`
                : last
                  ? last.text || last.kind
                  : plain(customer.literal),
            ),
          ),
          unread > 0
            ? el("span", { class: "badge" }, String(unread), el("span", { class: "vh" }, " new"))
            : null,
        ),
      );
    }),
  );
  if (focused !== undefined) list.querySelector(`[data-literal="${CSS.escape(focused)}"]`)?.focus();
}

const words = {
  sending: "Sending…",
  accepted: "Accepted by Parlour",
  refused: "Refused",
  unanswered: "No answer",
  shown: "",
  turned_down: "Turned down by this endpoint",
};
let drawn = "";
let drawnFor;
function drawTalk(lab, act) {
  const customer = lab.customers.get(lab.chosen);
  byId("talk-h").textContent = customer ? nameOf(customer) : "Conversation";
  byId("talk-id").textContent = customer ? `id ${customer.literal}` : "";
  byId("edit").hidden = byId("remove").hidden = !customer;
  byId("typing").textContent = customer?.typing ? `${customer.typing} is typing…` : "";
  if (drawnFor !== lab.chosen && lab.draft) byId("text").value = lab.draft(lab.chosen);
  const shape = JSON.stringify([lab.chosen, customer?.messages, lab.setup?.channel]);
  if (shape === drawn) return;
  drawn = shape;
  const feed = byId("feed");
  const atEnd =
    drawnFor !== lab.chosen || feed.scrollHeight - feed.scrollTop - feed.clientHeight < 60;
  drawnFor = lab.chosen;
  if (!customer || customer.messages.length === 0) {
    feed.replaceChildren(
      el(
        "div",
        { class: "hello" },
        el("b", {}, lab.setup?.channel ? "Say hello" : "Connect a channel first"),
        el(
          "p",
          {},
          lab.setup?.channel
            ? "The first message opens a chat in the operators' inbox."
            : "In Parlour: Settings → Chat API → a channel → Inbound URL → Copy. Then paste it under Channel.",
        ),
      ),
    );
    return;
  }
  feed.replaceChildren(
    ...customer.messages.map((m) =>
      el(
        "article",
        { class: `bubble ${m.from}`, "data-state": m.state },
        el(
          "h3",
          { class: m.from === "customer" ? "vh" : "by" },
          m.from === "customer" ? "Customer" : m.name,
        ),
        m.kind === "text" ? null : el("span", { class: "tag" }, m.kind),
        m.text ? el("p", { dir: "auto" }, m.text) : null,
        m.file ? el("p", { class: "mono file" }, m.file) : null,
        el(
          "footer",
          {},
          el("time", { datetime: new Date(m.at).toISOString(), title: exact(m.at) }, clock(m.at)),
          words[m.state] ? el("span", {}, words[m.state]) : null,
          m.times > 1
            ? el(
                "span",
                { class: "tag" },
                m.from === "operator" ? `came ${m.times} times` : `sent ${m.times} times`,
              )
            : null,
          m.state === "refused" || m.state === "unanswered"
            ? el(
                "button",
                {
                  type: "button",
                  class: "link",
                  onclick: () => act.again(customer.literal, m.key),
                },
                "Send again, same key",
              )
            : null,
        ),
        m.detail ? el("p", { class: "detail" }, m.detail) : null,
      ),
    ),
  );
  if (atEnd) feed.scrollTop = feed.scrollHeight;
}

// Rows are kept by number, so that an expanded row stays expanded and no row is rendered twice.
const rows = new Map();
function drawWires(lab) {
  const list = byId("wires");
  for (const [n, row] of rows)
    if (!lab.wires.has(n)) {
      row.node.remove();
      rows.delete(n);
    }
  for (const wire of lab.wires.values()) {
    const shape = `${wire.status} ${wire.ms} ${wire.failure}`;
    let row = rows.get(wire.n);
    if (!row || row.shape !== shape) {
      const open = row?.node.querySelector("details")?.open ?? false;
      const node = wireRow(wire, open);
      if (row) row.node.replaceWith(node);
      else list.prepend(node);
      row = { shape, node };
      rows.set(wire.n, row);
    }
    row.node.hidden = lab.way !== "all" && lab.way !== wire.direction;
  }
  byId("no-wires").hidden = [...rows.values()].some((row) => !row.node.hidden);
}

function wireRow(wire, open) {
  const good = wire.status !== null && wire.status < 300;
  const tone = wire.failure !== null ? "bad" : wire.status === null ? "wait" : good ? "ok" : "bad";
  const details = el(
    "details",
    { open },
    el(
      "summary",
      {},
      el(
        "span",
        { class: `way ${wire.direction === "to Parlour" ? "out" : "in"}` },
        wire.direction === "to Parlour" ? "Sent" : "Received",
      ),
      el("b", { class: "cut" }, wire.what),
      wire.signature && wire.signature.result !== "not checked"
        ? el(
            "span",
            { class: `tag ${wire.signature.result === "verified" ? "ok" : "bad"}` },
            wire.signature.result === "verified" ? "signed" : `signature ${wire.signature.result}`,
          )
        : null,
      el(
        "span",
        { class: `tag ${tone}` },
        wire.failure !== null ? "no answer" : wire.status === null ? "open" : String(wire.status),
      ),
      el(
        "span",
        { class: "num faint" },
        wire.ms === null
          ? "…"
          : wire.ms < 1000
            ? `${wire.ms} ms`
            : `${(wire.ms / 1000).toFixed(1)} s`,
      ),
      el("time", { class: "num faint" }, exact(wire.at).slice(0, 8)),
    ),
  );
  const body = el("div", { class: "wire" });
  details.append(body);
  const fill = () => {
    if (body.childElementCount > 0 || !details.open) return;
    body.append(
      ...block("Request", `${wire.method} ${wire.url}`, wire.requestHeaders, wire.requestBody),
      ...(wire.failure === null ? [] : [el("p", { class: "err" }, wire.failure)]),
      ...(wire.status === null
        ? []
        : block("Reply", String(wire.status), wire.replyHeaders, wire.replyBody)),
      ...(wire.signature
        ? [el("p", { class: "hint" }, `Signature ${wire.signature.result}. ${wire.signature.why}`)]
        : []),
    );
  };
  details.addEventListener("toggle", fill);
  fill();
  return el("li", {}, details);
}

function block(title, line, headers, body) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const code = el(
    "pre",
    { class: "code", tabindex: "0", "aria-label": `${title}, raw` },
    el("b", {}, line),
    "\n",
    el("span", { class: "d" }, lines.join("\n")),
    "\n\n",
    body === "" ? el("span", { class: "d" }, "(empty body)") : body,
  );
  const copy = el(
    "button",
    {
      type: "button",
      class: "link",
      onclick: () =>
        void navigator.clipboard.writeText(`${line}\n${lines.join("\n")}\n\n${body}`).then(() => {
          copy.textContent = "Copied";
        }),
    },
    "Copy",
  );
  return [el("h3", {}, title, " ", copy), code];
}
