import { toJsonObject, toJsonObjects, type JsonObject } from "../../../http/body/json.ts";
import { toLine, toText } from "../../../connectors/meta/values.ts";
import type { Product } from "../products.ts";
import { parseMessages, parseReferral, toTimeMs, type ParsedMessage } from "./parse-message.ts";

/** What one webhook says about the account of a channel, in the order of the webhook. */
export interface WebhookContent {
  readonly messages: readonly ParsedMessage[];
  /** Customers who followed a link to their conversation. They wrote nothing. */
  readonly openings: readonly { readonly customer: string; readonly cameFrom: string }[];
  readonly states: readonly SentState[];
  /** Sentences about parts that have no effect, for the request inspector. */
  readonly ignored: readonly string[];
}

/** What Meta says about messages that were sent to a customer. */
export type SentState = { readonly customer: string } & (
  | { readonly kind: "echo"; readonly mid: string; readonly metadata: string }
  | {
      readonly kind: "receipt";
      readonly state: "received" | "seen";
      /** Ids of the messages. Empty: all that were sent until `until`. */
      readonly mids: readonly string[];
      readonly until: number | null;
      readonly at: number | null;
    }
);

/** The account of a channel. */
interface WebhookOwner {
  readonly product: Product;
  readonly accountId: string;
  readonly appId: string;
}
/** What follows from one event. */
type EventContent = { readonly [N in keyof WebhookContent]?: WebhookContent[N] };

/**
 * Parses the body of a webhook (ME-010). Returns null if it is not one of the product. Parts about
 * other accounts, and those that are not usable, have no effect.
 */
export function parseWebhook(body: unknown, owner: WebhookOwner): WebhookContent | null {
  const { object, entry } = toJsonObject(body);
  if (object !== owner.product.object) return null;
  const contents = toJsonObjects(entry).flatMap(({ id, messaging, standby, changes }) => {
    if (owner.accountId === "" || toText(id) !== owner.accountId)
      return [ignore("A part is about the account of another channel.")];
    return [
      ...toJsonObjects(messaging).map((event) => parseEvent(event, owner)),
      ...toJsonObjects(standby).map(() => ignore("Another app has this conversation.")),
      ...toJsonObjects(changes).map(({ field }) =>
        ignore(`The field ${toLine(field) || "without a name"} has no effect.`),
      ),
    ];
  });
  return {
    messages: contents.flatMap(({ messages = [] }) => messages),
    openings: contents.flatMap(({ openings = [] }) => openings),
    states: contents.flatMap(({ states = [] }) => states),
    ignored: [...new Set(contents.flatMap(({ ignored = [] }) => ignored))],
  };
}

const ignore = (sentence: string): EventContent => ({ ignored: [sentence] });

function parseEvent(event: JsonObject, owner: WebhookOwner): EventContent {
  const sender = toText(toJsonObject(event["sender"])["id"]);
  const recipient = toText(toJsonObject(event["recipient"])["id"]);
  const message = toJsonObject(event["message"]);
  if (message["is_echo"] === true) return parseEcho(recipient, message, owner);
  if (!idPattern.test(sender) || sender === owner.accountId)
    return ignore("An event has no customer, so it cannot be stored.");
  const receipt = parseReceipt(sender, event);
  if (receipt !== null) return { states: [receipt] };
  const messages = parseMessages(sender, event);
  if (messages.length > 0) return { messages };
  const cameFrom = parseReferral(toJsonObject(event["referral"]));
  return cameFrom === ""
    ? ignore("An event has no effect.")
    : { openings: [{ customer: sender, cameFrom }] };
}
const idPattern = /^\d{1,32}$/;

/** Parses what the account itself sent. What another program wrote is not shown (ME-016). */
function parseEcho(customer: string, message: JsonObject, { appId }: WebhookOwner): EventContent {
  const mid = toLine(message["mid"]);
  const sender = toLine(message["app_id"]);
  if (mid === "" || !idPattern.test(customer)) return ignore("An echo has no message.");
  const metadata = toText(message["metadata"]);
  if (metadata === "" && sender !== appId)
    return ignore(
      `${sender === "" ? "A person" : `The app ${sender}`} wrote to a customer outside Parlour.`,
    );
  return { states: [{ kind: "echo", customer, mid, metadata }] };
}

/** Parses which messages a customer received or saw (ME-040). */
function parseReceipt(customer: string, event: JsonObject): SentState | null {
  const isSeen = event["read"] !== undefined;
  if (!isSeen && event["delivery"] === undefined) return null;
  const { mid, mids, watermark } = toJsonObject(event[isSeen ? "read" : "delivery"]);
  const list = (Array.isArray(mids) ? mids : [mid]).map(toLine).filter((one) => one !== "");
  return {
    kind: "receipt",
    customer,
    state: isSeen ? "seen" : "received",
    mids: list.slice(0, maxMids),
    until: toTimeMs(watermark),
    at: toTimeMs(event["timestamp"]) ?? toTimeMs(watermark),
  };
}
const maxMids = 100;
