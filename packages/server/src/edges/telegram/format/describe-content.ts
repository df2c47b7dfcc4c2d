import { toJsonObject, toJsonObjects, type JsonObject } from "../../../http/body/json.ts";
import { toInteger, toLabel, toName, toText } from "./values.ts";

const maxEmojiLength = 32;
const maxEntries = 20;

type Describe = (content: JsonObject, message: JsonObject) => string;

const join = (...parts: readonly string[]): string => parts.filter(Boolean).join("\n");
const note = (kind: string, about = ""): string => `[${kind}${about === "" ? "" : `: ${about}`}]`;
const chatTitle = (chat: unknown): string =>
  toLabel(toJsonObject(chat), "title") || toName(toJsonObject(chat));

/**
 * Describes the content of each field of a message that is neither text, nor a file, nor a location
 * (TG-022). A line about the content is in brackets, everything else is content.
 */
const describers: Readonly<Record<string, Describe>> = {
  venue: (venue) => join(toLabel(venue, "title"), toLabel(venue, "address")),
  contact: (contact) => join(toName(contact), toLabel(contact, "phone_number")),
  poll: (poll) =>
    join(
      toLabel(poll, "question"),
      ...listEntries(poll["options"]).map((option) => `- ${toLabel(option, "text")}`),
    ),
  dice: ({ emoji, value }) => `${toText(emoji, maxEmojiLength)} ${toInteger(value) ?? ""}`.trim(),
  sticker: ({ emoji }) => toText(emoji, maxEmojiLength),
  story: ({ chat }) => note("Story", chatTitle(chat)),
  checklist: (checklist) => join(toLabel(checklist, "title"), ...describeTasks(checklist["tasks"])),
  checklist_tasks_added: ({ tasks }) => join(note("Added to a checklist"), ...describeTasks(tasks)),
  checklist_tasks_done: describeDoneTasks,
  paid_media: (media) => note("Paid media", formatPrice(media["star_count"], "XTR")),
  game: (game) => join(note("Game", toLabel(game, "title")), toLabel(game, "description")),
  invoice: (invoice) =>
    join(
      note("Invoice", toLabel(invoice, "title")),
      toLabel(invoice, "description"),
      formatPrice(invoice["total_amount"], invoice["currency"]),
    ),
  successful_payment: (paid) => note("Paid", formatPrice(paid["total_amount"], paid["currency"])),
  refunded_payment: (paid) => note("Refunded", formatPrice(paid["total_amount"], paid["currency"])),
  gift: (gift) => join(note("Gift"), toLabel(gift, "text")),
  unique_gift: ({ gift }) => note("Gift", toLabel(toJsonObject(gift), "base_name")),
  giveaway: (giveaway) => join(note("Giveaway"), toLabel(giveaway, "prize_description")),
  giveaway_winners: ({ chat }) => note("Winners of a giveaway", chatTitle(chat)),
  users_shared: ({ users }) =>
    join(
      note("Shared users"),
      ...listEntries(users).map((user) => toName(user) || String(toInteger(user["user_id"]))),
    ),
  chat_shared: (chat) => note("Shared chat", toLabel(chat, "title")),
  web_app_data: (data) => join(toLabel(data, "button_text"), toText(data["data"], maxDataLength)),
  pinned_message: () => note("Pinned a message"),
};
/** Telegram allows 4096 bytes. */
const maxDataLength = 4_096;

/** Fields that say something about a message, and are not its content. */
const attributeFields: ReadonlySet<string> = new Set(
  `
    message_id message_thread_id direct_messages_topic from sender_chat sender_boost_count
    sender_business_bot sender_tag date edit_date business_connection_id chat forward_origin
    forward_from forward_from_chat forward_from_message_id forward_signature forward_sender_name
    forward_date is_topic_message is_automatic_forward reply_to_message external_reply quote
    reply_to_story reply_to_checklist_task_id via_bot has_protected_content is_from_offline
    is_paid_post paid_star_count media_group_id author_signature text entities caption
    caption_entities link_preview_options suggested_post_info effect_id show_caption_above_media
    has_media_spoiler reply_markup
  `.match(/\w+/g),
);

/**
 * Describes the content beside the text and the caption of a message. `isShown`: whether the text,
 * caption, file or location of the message is shown. If it is not, the result is never empty, also
 * for kinds of content that this version does not know (TG-026).
 */
export function describeContent(message: JsonObject, isShown: boolean): string {
  const described = Object.entries(message).flatMap(([field, content]) => {
    const describe = Object.hasOwn(describers, field) ? describers[field] : undefined;
    if (describe === undefined || (field === "sticker" && isShown)) return [];
    return describe(toJsonObject(content), message) || [];
  });
  if (described.length > 0) return join(...described);
  if (isShown) return "";
  const field = Object.keys(message).find(
    (name) => contentNamePattern.test(name) && !attributeFields.has(name),
  );
  if (field === undefined) return "[Sent a message that Telegram does not pass on to bots]";
  const kind = field.replaceAll("_", " ");
  return `[Sent ${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind} that Parlour does not show]`;
}

const contentNamePattern = /^[a-z][a-z0-9_]{0,63}$/;

const listEntries = (list: unknown): readonly JsonObject[] =>
  toJsonObjects(list).slice(0, maxEntries);

/** Describes the tasks of a checklist. A task that is done has a time. */
const describeTasks = (tasks: unknown): readonly string[] =>
  listEntries(tasks).map(
    (task) =>
      `${(toInteger(task["completion_date"]) ?? 0) > 0 ? "☑" : "☐"} ${toLabel(task, "text")}`,
  );

function describeDoneTasks(change: JsonObject): string {
  const { checklist } = toJsonObject(change["checklist_message"]);
  const tasks = toJsonObjects(toJsonObject(checklist)["tasks"]);
  const describeIds = (ids: unknown, mark: string): readonly string[] =>
    (Array.isArray(ids) ? ids : []).slice(0, maxEntries).map((id: unknown) => {
      const task = tasks.find((one) => one["id"] === id);
      return `${mark} ${task === undefined ? String(toInteger(id) ?? "") : toLabel(task, "text")}`;
    });
  return join(
    note("Changed a checklist"),
    ...describeIds(change["marked_as_done_task_ids"], "☑"),
    ...describeIds(change["marked_as_not_done_task_ids"], "☐"),
  );
}

/**
 * Formats a price. Telegram counts in the smallest unit of the currency. XTR are Telegram Stars.
 */
function formatPrice(amount: unknown, currency: unknown): string {
  const units = toInteger(amount);
  const code = toText(currency, maxEmojiLength);
  if (units === null || code === "") return "";
  if (code === "XTR") return `${units} Telegram Stars`;
  if (!/^[A-Z]{3}$/.test(code)) return `${units} ${code}`;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency: code,
  }).resolvedOptions();
  return `${(units / 10 ** maximumFractionDigits).toFixed(maximumFractionDigits)} ${code}`;
}
