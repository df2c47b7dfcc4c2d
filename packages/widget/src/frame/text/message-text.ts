import type { MarkdownNode } from "@parlour/protocol";
import type { WidgetMessage } from "@parlour/protocol/widget";
import { browserClock } from "../../clock.ts";
import type { TextFunction } from "../../texts/index.ts";
import { toSafeFileName } from "../media/media.ts";
import { getLocale } from "./time.ts";

/**
 * Returns the text of a message. If the message has no text, returns the kind of its file (WG-110).
 */
export function getMessageText(
  { text, title, nodes, media }: WidgetMessage,
  t: TextFunction,
): string {
  const words = nodes === undefined ? title || text : getNodesText(nodes);
  if (words !== "" || media === undefined) return words;
  switch (media.type) {
    case "photo":
    case "sticker":
      return t("photo");
    case "voice":
      return t("voice");
    case "audio":
      return t("audio");
    case "video":
      return t("video");
    case "location":
      return t("place");
    case "document": {
      const name = toSafeFileName(media.file_name ?? "");
      return name === "" ? t("file") : `${t("file")}: ${name}`;
    }
  }
}

function getNodesText(nodes: readonly MarkdownNode[]): string {
  return nodes
    .map((node) => (node.type === "text" ? node.text : getNodesText(node.nodes)))
    .join("");
}

/** Returns how long ago the message was sent, in short form: "now", "5 min. ago". */
export function formatAge(at: string, words: TextFunction, now = browserClock.now()): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / 60_000));
  const format = new Intl.RelativeTimeFormat(getLocale(words), { numeric: "auto", style: "short" });
  return minutes === 0 ? format.format(0, "second") : format.format(-minutes, "minute");
}
