import type { Chat } from "@parlour/protocol";
import { defineTexts } from "../../text/index.ts";
import { Tag } from "../badges.tsx";

/** Says from which other system a chat was imported (MV-064). Nothing for other chats. */
export function ImportedTag({ chat: { imported } }: { chat: Chat }) {
  if (imported === undefined) return null;
  // The server names files in English.
  return (
    <Tag>
      {imported.from === "a file"
        ? t("imported.file")
        : t("imported.from", { from: imported.from })}
    </Tag>
  );
}

const t = defineTexts({
  en: {
    "imported.file": "Imported from a file",
    "imported.from": "Imported from {from}",
  },
  ru: {
    "imported.file": "Перенесён из файла",
    "imported.from": "Перенесён из {from}",
  },
});
