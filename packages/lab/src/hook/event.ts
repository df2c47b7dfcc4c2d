import { omitAbsent } from "@parlour/protocol/omit-absent";
/** An event that the lab's receiver received. */
export interface WebhookEvent {
  readonly n: number;
  /** `webhook-id`. All attempts and replays of an event have the same id (WH-063). */
  readonly key: string;
  readonly name: string;
  /** `chat_id` of the event, or the id of an offline message. */
  readonly about: string;
  readonly at: number;
  /** The received body as text. */
  readonly body: string;
  /** Body of a successful response to this event. */
  reply: string;
  times: number;
}

/** The receiver's reply, as edited on the page. */
export interface WebhookReply {
  readonly result: string;
  /** One entry per line: `Title: content`, with ` | https://…` for a link. */
  readonly customData: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly crmLink: string;
  readonly assign: boolean;
}
export const defaultReply: WebhookReply = {
  result: "ok",
  customData: "Orders: 3 open, 120 EUR",
  name: "",
  phone: "",
  email: "",
  crmLink: "",
  assign: false,
};

/** Parses the reply that the page sent. Returns a fault if a field is too long. */
export function parseReply(
  input: Readonly<Record<string, unknown>>,
): WebhookReply | { readonly fault: string } {
  const text = (name: keyof WebhookReply): string =>
    typeof input[name] === "string" ? input[name] : "";
  const reply = {
    result: text("result"),
    customData: text("customData"),
    name: text("name"),
    phone: text("phone"),
    email: text("email"),
    crmLink: text("crmLink"),
    assign: input["assign"] === true,
  };
  return Object.values(reply).some((value) => typeof value === "string" && value.length > 65_536)
    ? { fault: "A field is too long." }
    : reply;
}

/** Writes a successful body (WH-042), the same for all: the lab shows what Parlour reads. */
export function toReplyBody(reply: WebhookReply): string {
  const entries = reply.customData
    .split("\n")
    .flatMap((line) => (line.trim() === "" ? [] : [toCustomDataEntry(line)]));
  const contact = Object.fromEntries(
    (["name", "phone", "email"] as const)
      .filter((key) => reply[key] !== "")
      .map((key) => [key, reply[key]]),
  );
  return JSON.stringify({
    result: reply.result || undefined,
    custom_data: entries.length === 0 ? undefined : entries,
    contact_info: Object.keys(contact).length === 0 ? undefined : contact,
    enable_assign: reply.assign ? true : undefined,
    crm_link: reply.crmLink || undefined,
  });
}

function toCustomDataEntry(line: string): Readonly<Record<string, string>> {
  const [text = "", link] = line.split(" | ");
  const colon = text.indexOf(":");
  const titleAndContent =
    colon === -1
      ? { content: text.trim() }
      : { title: text.slice(0, colon).trim(), content: text.slice(colon + 1).trim() };
  return { ...titleAndContent, ...omitAbsent({ link: link?.trim() }) };
}
