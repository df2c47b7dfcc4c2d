// The bot's part of the page: chats, replies, the connection. Received text is never inserted as
// HTML.
import { byId, clock, el, exact, initials } from "./view.js";

const states = {
  bot: "with the bot",
  invited: "operator called",
  joined: "with an operator",
  closed: "closed",
};
const words = {
  came: "",
  sending: "Sending…",
  accepted: "Accepted by Parlour",
  refused: "Refused",
  unanswered: "No answer",
};

/**
 * Opens the bot's part. `ask` sends an action to the lab. `part` shows a part of the page on small
 * screens.
 */
export function openBot(lab, { ask, part, redraw }) {
  const chats = new Map();
  const seen = new Map();
  let chosen = null;
  let drawn = "";
  let ours = false;

  const came = (chat) => chat.lines.filter((line) => line.from === "customer").length;
  const unread = (chat) => came(chat) - (seen.get(chat.chatId) ?? 0);
  function choose(chatId) {
    chosen = chatId;
    redraw();
    part("talk");
    byId("bot-words").focus();
  }
  const again = (key) => void ask("bot-again", { chat: chosen, key }, "bot-say-e");

  openConnection(ask, () => ours);
  openComposer(ask, () => chosen);

  function drawChats() {
    const focused = document.activeElement?.closest("[data-chat]")?.dataset.chat;
    if (lab.side === "bot" && chosen !== null && chats.has(chosen))
      seen.set(chosen, came(chats.get(chosen)));
    byId("bot-chats").replaceChildren(
      ...[...chats.values()].toReversed().map((chat) =>
        chatOf(chat, {
          unread: unread(chat),
          isChosen: chat.chatId === chosen,
          onclick: () => choose(chat.chatId),
        }),
      ),
    );
    if (focused !== undefined)
      byId("bot-chats")
        .querySelector(`[data-chat="${CSS.escape(focused)}"]`)
        ?.focus();
    byId("no-bot-chats").hidden = chats.size > 0;
    const fresh = [...chats.values()].reduce((sum, chat) => sum + unread(chat), 0);
    byId("bot-new").hidden = fresh === 0;
    byId("bot-new").textContent = String(fresh);
  }

  function drawTalk() {
    const chat = chats.get(chosen);
    byId("bot-h").textContent = chat?.name ?? "Conversation";
    byId("bot-id").textContent = chat ? `chat ${chat.chatId}, client ${chat.clientId}` : "";
    byId("bot-state").hidden = !chat;
    byId("bot-state").textContent = chat ? states[chat.state] : "";
    const shape = JSON.stringify([chosen, chat?.lines]);
    if (shape === drawn) return;
    drawn = shape;
    const feed = byId("bot-feed");
    feed.replaceChildren(
      ...(chat
        ? chat.lines.map((line) => lineOf(line, again))
        : [
            el(
              "div",
              { class: "hello" },
              el("b", {}, "No chat yet"),
              el("p", {}, "Write as a customer under Channel, in a new chat."),
            ),
          ]),
    );
    feed.scrollTop = feed.scrollHeight;
  }
  return {
    clear: () => chats.clear(),
    take(chat) {
      chats.set(chat.chatId, chat);
      chosen ??= chat.chatId;
    },
    setUp(connection) {
      ours = connection.isOurs;
      drawConnection(connection);
    },
    draw() {
      drawChats();
      drawTalk();
    },
  };
}

function drawConnection({ isOurs, endpoint, text, address, secret }) {
  byId("bot-endpoint").value = endpoint;
  byId("bot-text").textContent = text;
  byId("bot-text").dataset.ok = "true";
  byId("bot-text").hidden = text === "";
  byId("bot-register").textContent = isOurs ? "Take it away" : "Make it in Parlour";
  byId("bot-address").placeholder = address ?? "…/bot/webhooks/<provider id>/<token>";
  byId("bot-secret").placeholder = secret ? "known; leave empty to keep it" : "whsec_…";
}

/** Initializes the form that connects a bot, and the button that creates one. */
function openConnection(ask, isOurs) {
  byId("bot-register").addEventListener(
    "click",
    () => void ask(isOurs() ? "remove-bot" : "register-bot", {}, "bot-register-e"),
  );
  byId("bot-connect").addEventListener("submit", (event) => {
    event.preventDefault();
    void ask(
      "connect-bot",
      { address: byId("bot-address").value, secret: byId("bot-secret").value },
      "bot-register-e",
      {
        address: "bot-address-e",
        secret: "bot-secret-e",
      },
    ).then((good) => {
      if (good) byId("bot-secret").value = byId("bot-address").value = "";
    });
  });
}

/** Initializes the form that sends messages of the bot to the selected chat. */
function openComposer(ask, chosen) {
  const kind = byId("bot-kind");
  const text = byId("bot-words");
  kind.addEventListener("change", () => {
    byId("bot-more").hidden = kind.value !== "MARKDOWN" && kind.value !== "BUTTONS";
    byId("bot-labels").hidden = kind.value !== "BUTTONS";
    text.hidden = kind.value === "INVITE_AGENT";
    text.placeholder =
      { MARKDOWN: "**bold**, *italic*, [label](https://…)", BUTTONS: "Title above the buttons" }[
        kind.value
      ] ?? "Answer as the bot…";
  });
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    byId("bot-composer").requestSubmit();
  });
  byId("bot-composer").addEventListener("submit", (event) => {
    event.preventDefault();
    void send();
  });
  async function send() {
    const type = kind.value;
    const labels = byId("bot-labels")
      .value.split(",")
      .map((label) => label.trim());
    const input = {
      chat: chosen(),
      type,
      content: text.value,
      title: text.value,
      text: type === "TEXT" ? text.value : byId("bot-plain").value,
      buttons: labels.filter((label) => label !== ""),
    };
    if (await ask("bot-say", input, "bot-say-e")) text.value = "";
  }
}

/** Creates an entry of the list of chats. */
function chatOf(chat, { unread, isChosen, onclick }) {
  return el(
    "li",
    {},
    el(
      "button",
      {
        type: "button",
        class: "who",
        "data-chat": chat.chatId,
        "aria-current": isChosen ? "true" : null,
        onclick,
      },
      el("span", { class: "avatar", "aria-hidden": "true" }, initials(chat.name)),
      el(
        "span",
        { class: "grow" },
        el("b", { class: "cut", dir: "auto" }, chat.name),
        el("small", { class: "cut", dir: "auto" }, chat.lines.at(-1)?.text ?? ""),
      ),
      unread > 0
        ? el("span", { class: "badge" }, String(unread), el("span", { class: "vh" }, " new"))
        : null,
    ),
  );
}

/**
 * Creates a line of the conversation. If Parlour did not accept the message, the line has a button
 * that calls `again` to resend it.
 */
function lineOf(line, again) {
  const open = line.state === "refused" || line.state === "unanswered";
  return el(
    "article",
    { class: `bubble ${line.from === "bot" ? "operator" : "customer"}`, "data-state": line.state },
    el(
      "h3",
      { class: line.from === "customer" ? "vh" : "by" },
      line.from === "customer" ? "Customer" : line.from === "bot" ? "Bot" : "Parlour",
    ),
    line.kind === "TEXT" || line.kind === "CLIENT_MESSAGE"
      ? null
      : el("span", { class: "tag" }, line.kind),
    el("p", { dir: "auto" }, line.text),
    el(
      "footer",
      {},
      el(
        "time",
        { datetime: new Date(line.at).toISOString(), title: exact(line.at) },
        clock(line.at),
      ),
      words[line.state] ? el("span", {}, words[line.state]) : null,
      line.times > 1
        ? el(
            "span",
            { class: "tag" },
            line.from === "bot" ? `sent ${line.times} times` : `came ${line.times} times`,
          )
        : null,
      open
        ? el(
            "button",
            { type: "button", class: "link", onclick: () => again(line.key) },
            "Send again, same key",
          )
        : null,
    ),
    line.detail ? el("p", { class: "detail" }, line.detail) : null,
  );
}
