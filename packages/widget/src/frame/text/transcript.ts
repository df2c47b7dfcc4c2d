import { browserClock } from "../../clock.ts";
import type { TextFunction } from "../../texts/index.ts";
import type { ChatWindowState } from "../state/state.ts";
import { toSafeFileName } from "../media/media.ts";
import { getSystemMessageText } from "./system-message-text.ts";
import { getLocale } from "./time.ts";

/** Returns the loaded messages as plain text. */
export function buildTranscript({ messages, face }: ChatWindowState, words: TextFunction): string {
  const time = new Intl.DateTimeFormat(getLocale(words), {
    dateStyle: "short",
    timeStyle: "short",
  });
  const lines = messages.map((message) => {
    const at = time.format(new Date(message.at));
    if (message.from === "system") return `${at}  ${getSystemMessageText(message, words)}`;
    const author = message.from === "visitor" ? words("you") : message.name || face.name;
    const body = [
      message.title,
      message.text,
      message.media === undefined
        ? ""
        : toSafeFileName(message.media.file_name ?? message.media.type),
    ];
    return `${at}  ${author}: ${body.filter((part) => part !== undefined && part !== "").join("\n")}`;
  });
  return `${face.name}\n\n${lines.join("\n")}\n`;
}

/** Offers a text to the visitor as a file download. */
export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  browserClock.after(10_000, () => URL.revokeObjectURL(url));
}
