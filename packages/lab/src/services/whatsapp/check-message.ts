import { toObject, toText } from "../../endpoints/received-request.ts";
import { GraphError } from "../meta/graph-error.ts";

/** A body of POST /{phone_number_id}/messages. */
export type MessageBody = Readonly<Record<string, unknown>>;

/** Limits of the public documentation, in characters or entries. */
const max = {
  text: 4096,
  caption: 1024,
  buttons: 3,
  buttonTitle: 20,
  buttonId: 256,
  buttonBody: 1024,
  listRows: 10,
  listBody: 4096,
  rowTitle: 24,
  rowDescription: 72,
  rowId: 200,
  callbackData: 512,
};
const mediaTypes = new Set(["image", "audio", "video", "document", "sticker"]);
const captionTypes = new Set(["image", "video", "document"]);

/** Throws GraphError as the service. `hasMedia`: whether a media id exists. */
export function checkMessage(body: MessageBody, hasMedia: (id: string) => boolean): void {
  if (body["messaging_product"] !== "whatsapp")
    throw new GraphError(100, "messaging_product must be whatsapp.");
  if (typeof body["to"] !== "string" && typeof body["recipient"] !== "string")
    throw new GraphError(131008, "The parameter to is required.");
  checkLength(body["biz_opaque_callback_data"] ?? "", "biz_opaque_callback_data", {
    min: 0,
    max: max.callbackData,
  });
  const type = toText(body["type"]) || "text";
  const content = toObject(body[type]);
  if (type === "text") checkLength(content["body"], "text.body", { min: 1, max: max.text });
  else if (mediaTypes.has(type)) checkMedia(type, content, hasMedia);
  else if (type === "interactive") checkInteractive(content);
  else if (type === "location") checkLocation(content);
  else if (type === "contacts") checkList(body["contacts"], "contacts", Infinity);
  else if (type === "reaction")
    checkLength(content["message_id"], "reaction.message_id", { min: 1, max: Infinity });
  else if (type !== "template") throw new GraphError(100, `Unexpected type ${type}.`);
}

function checkMedia(
  type: string,
  content: Readonly<Record<string, unknown>>,
  hasMedia: (id: string) => boolean,
): void {
  const { id, link, caption } = content;
  if ((typeof id === "string") === (typeof link === "string"))
    throw new GraphError(100, `${type} needs either id or link.`);
  if (typeof id === "string" && !hasMedia(id)) throw new GraphError(131009, "Unknown media id.");
  if (caption === undefined) return;
  if (!captionTypes.has(type)) throw new GraphError(100, `${type} has no caption.`);
  checkLength(caption, "caption", { min: 0, max: max.caption });
}

function checkInteractive(content: Readonly<Record<string, unknown>>): void {
  const body = toObject(content["body"])["text"];
  const action = toObject(content["action"]);
  if (content["type"] === "button") {
    checkLength(body, "body.text", { min: 1, max: max.buttonBody });
    const replies = checkList(action["buttons"], "buttons", max.buttons).map((button) =>
      toObject(toObject(button)["reply"]),
    );
    for (const { id, title } of replies) {
      checkLength(id, "reply.id", { min: 1, max: max.buttonId });
      checkLength(title, "reply.title", { min: 1, max: max.buttonTitle });
    }
    checkUnique(replies, ["id", "title"]);
  } else if (content["type"] === "list") {
    checkLength(body, "body.text", { min: 1, max: max.listBody });
    checkLength(action["button"], "action.button", { min: 1, max: max.buttonTitle });
    const rows = checkList(action["sections"], "sections", max.listRows).flatMap((section) =>
      checkList(toObject(section)["rows"], "rows", max.listRows).map(toObject),
    );
    if (rows.length > max.listRows) throw new GraphError(131009, "Too many rows.");
    for (const { id, title, description } of rows) {
      checkLength(id, "row.id", { min: 1, max: max.rowId });
      checkLength(title, "row.title", { min: 1, max: max.rowTitle });
      checkLength(description ?? "", "row.description", { min: 0, max: max.rowDescription });
    }
    checkUnique(rows, ["id"]);
  } else throw new GraphError(100, "Unexpected interactive type.");
}

function checkUnique(
  entries: readonly Readonly<Record<string, unknown>>[],
  fields: readonly string[],
): void {
  for (const field of fields)
    if (new Set(entries.map((entry) => entry[field])).size < entries.length)
      throw new GraphError(131009, `Duplicated ${field}.`);
}

function checkLocation({ latitude, longitude }: Readonly<Record<string, unknown>>): void {
  if (!Number.isFinite(Number(latitude)) || !Number.isFinite(Number(longitude)))
    throw new GraphError(100, "latitude and longitude are required.");
}

function checkList(value: unknown, name: string, maxEntries: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new GraphError(131008, `${name} is required.`);
  if (value.length > maxEntries) throw new GraphError(131009, `Too many entries in ${name}.`);
  return value;
}

function checkLength(
  value: unknown,
  name: string,
  limits: { readonly min: number; readonly max: number },
): void {
  const length = typeof value === "string" ? Array.from(value).length : -1;
  if (length < limits.min) throw new GraphError(131008, `${name} is required.`);
  if (length > limits.max)
    throw new GraphError(100, `${name} must be at most ${limits.max} characters long.`);
}
