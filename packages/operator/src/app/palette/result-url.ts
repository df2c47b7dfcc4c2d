import type { PaletteItem } from "./groups.ts";

/** Returns the route that a result leads to. */
export function toResultUrl(
  row: Extract<PaletteItem, { kind: "chat" | "person" | "message" | "all" }>,
  q: string,
) {
  switch (row.kind) {
    case "chat": {
      const view = row.chat.state === "closed" ? "closed" : "all";
      return { to: "/inbox/$view/{-$chat}", params: { view, chat: String(row.chat.id) } } as const;
    }
    case "person":
      return {
        to: "/visitors/{-$number}",
        params: { number: String(row.person.visitor.number) },
        search: { list: "everybody" },
      } as const;
    case "message":
      return {
        to: "/archive/{-$chat}",
        params: { chat: String(row.chat.id) },
        search: { q, at: row.hit.seq },
      } as const;
    case "all":
      return {
        to: "/archive/{-$chat}",
        params: { chat: undefined },
        search: { ...(q !== "" && { q }), ...(row.of === "people" && { people: "all" as const }) },
      } as const;
  }
}
