// The webhook receiver's part of the page: events with their bodies, the reply, the webhook.
// Received text is never inserted as HTML.
import { byId, clock, el, exact } from "./view.js";

const fields = {
  result: "r-result",
  customData: "r-data",
  name: "r-name",
  phone: "r-phone",
  email: "r-email",
  crmLink: "r-crm",
};

/**
 * Opens the receiver's part. `ask` sends an action to the lab. `part` shows a part of the page on
 * small screens.
 */
export function openWebhook(lab, { ask, part, redraw }) {
  const events = new Map();
  let chosen = null;
  let seen = 0;
  let ours = false;

  byId("hook-register").addEventListener(
    "click",
    () => void ask(ours ? "remove-webhook" : "register-webhook", {}, "hook-register-e"),
  );
  byId("hook-connect").addEventListener("submit", (event) => {
    event.preventDefault();
    void ask("connect-webhook", { secret: byId("hook-secret").value }, "hook-register-e", {
      secret: "hook-secret-e",
    }).then((good) => {
      if (good) byId("hook-secret").value = "";
    });
  });
  byId("reply").addEventListener("submit", (event) => event.preventDefault());
  byId("reply").addEventListener("input", () => {
    const values = Object.fromEntries(
      Object.entries(fields).map(([name, id]) => [name, byId(id).value]),
    );
    void ask("reply", { ...values, assign: byId("r-assign").checked }, "reply-e");
  });

  function choose(n) {
    chosen = n;
    redraw();
    part("talk");
  }

  return {
    clear() {
      events.clear();
    },
    take(event) {
      events.set(event.n, event);
      if (events.size > 100) events.delete(events.keys().next().value);
      chosen ??= event.n;
    },
    setUp(connection, isFirst) {
      ours = connection.isOurs;
      byId("hook-endpoint").value = connection.endpoint;
      byId("hook-text").textContent = connection.text;
      byId("hook-text").dataset.ok = "true";
      byId("hook-text").hidden = connection.text === "";
      byId("hook-register").textContent = ours ? "Take it away" : "Make it in Parlour";
      byId("hook-secret").placeholder = connection.secret ? "known" : "whsec_…";
      if (!isFirst) return;
      for (const [name, id] of Object.entries(fields)) byId(id).value = connection.reply[name];
      byId("r-assign").checked = connection.reply.assign;
    },
    draw() {
      const last = Math.max(0, ...events.keys());
      if (lab.side === "webhook") seen = last;
      byId("event-new").hidden = last <= seen;
      byId("event-new").textContent = String(last - seen);
      const focused = document.activeElement?.closest("[data-event]")?.dataset.event;
      byId("events").replaceChildren(
        ...[...events.values()]
          .toReversed()
          .map((event) =>
            eventOf(event, { isChosen: event.n === chosen, onclick: () => choose(event.n) }),
          ),
      );
      if (focused !== undefined)
        byId("events")
          .querySelector(`[data-event="${CSS.escape(focused)}"]`)
          ?.focus();
      byId("no-events").hidden = events.size > 0;
      const event = events.get(chosen);
      byId("event-h").textContent = event?.name ?? "Event";
      byId("event-id").textContent = event?.key ?? "";
      byId("event-body").hidden = !event;
      const body = event ? pretty(event.body) : "";
      if (byId("event-body").textContent !== body) byId("event-body").textContent = body;
      byId("event-reply").textContent = event ? `Answered with ${event.reply}` : "";
    },
  };
}

/** Creates an entry of the list of events. */
function eventOf(event, { isChosen, onclick }) {
  return el(
    "li",
    {},
    el(
      "button",
      {
        type: "button",
        class: "who",
        "data-event": event.n,
        "aria-current": isChosen ? "true" : null,
        onclick,
      },
      el(
        "span",
        { class: "grow" },
        el("b", { class: "cut" }, event.name),
        el("small", { class: "cut" }, event.about === "" ? "" : `chat ${event.about}`),
      ),
      event.times > 1 ? el("span", { class: "tag" }, `came ${event.times} times`) : null,
      el("time", { class: "num faint", title: exact(event.at) }, clock(event.at)),
    ),
  );
}

function pretty(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
