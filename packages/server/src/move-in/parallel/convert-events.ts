import type { ReadKind } from "@parlour/protocol/move-in/record";
import type { SourcePage } from "../source.ts";
import { Catalog } from "../sources/export/catalog.ts";
import { checkItem, toPage } from "../sources/export/export-source.ts";
import type { Json } from "../sources/export/values.ts";
import { jivochat } from "../sources/jivochat/index.ts";

/** Returns the records of events by kind. A chat that ended twice is read once. */
export function toPages(
  events: readonly { readonly n: number; readonly body: Json }[],
): (kind: ReadKind) => SourcePage {
  const catalog = new Catalog();
  const values = events.map(({ n, body }) => ({ at: `event ${n}`, list: null, value: body }));
  for (const value of values) jivochat.collect(value, catalog, noSettings);
  return (kind) => {
    if (kind !== "chat") return { records: catalog.list(kind), problems: [], next: null };
    const seen = new Set<string>();
    const items = values.flatMap((value) => {
      const read = jivochat.readChats.flatMap((readChats) => readChats(value, catalog, noSettings));
      const [chat] = read;
      const id = chat !== undefined && "record" in chat ? chat.record.id : null;
      if (id !== null && seen.has(id)) return [];
      if (id !== null) seen.add(id);
      return read.map((item) => checkItem(item, value.at));
    });
    return toPage(items, null);
  };
}

const noSettings = { files: [] };
