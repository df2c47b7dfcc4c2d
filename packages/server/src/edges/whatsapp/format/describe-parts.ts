import { toJsonObject, toJsonObjects, type JsonObject } from "../../../http/body/json.ts";
import { joinLines, toLine } from "../../../connectors/meta/values.ts";

const maxEntries = 20;

/** Describes contact cards: a block per card with name, numbers and addresses. */
export function describeContacts(cards: readonly JsonObject[]): string {
  return cards
    .slice(0, maxEntries)
    .map((card) =>
      joinLines(
        toLine(toJsonObject(card["name"])["formatted_name"]),
        toLine(toJsonObject(card["org"])["company"]),
        ...toJsonObjects(card["phones"])
          .slice(0, maxEntries)
          .map(({ phone, wa_id }) => toLine(phone) || toLine(wa_id)),
        ...toJsonObjects(card["emails"])
          .slice(0, maxEntries)
          .map(({ email }) => toLine(email)),
        ...toJsonObjects(card["urls"])
          .slice(0, maxEntries)
          .map(({ url }) => toLine(url)),
      ),
    )
    .filter((card) => card !== "")
    .join("\n\n");
}

/** Describes an order: the comment, and a line per product. */
export function describeOrder(order: JsonObject): string {
  return joinLines(
    toLine(order["text"]),
    ...toJsonObjects(order["product_items"])
      .slice(0, maxEntries)
      .map((item) => {
        const price = `${toLine(item["item_price"])} ${toLine(item["currency"])}`.trim();
        const name = toLine(item["product_retailer_id"]);
        return name === ""
          ? ""
          : `${toLine(item["quantity"]) || "1"} × ${name}${price === "" ? "" : ` (${price})`}`;
      }),
  );
}

export function describeLocation(location: JsonObject): string {
  return joinLines(toLine(location["name"]), toLine(location["address"]));
}
