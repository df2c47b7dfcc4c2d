import type { Words } from "../texts/index.ts";
import type { Model } from "./model.ts";
import { safeName } from "./media.ts";
import { lineText } from "./lines.ts";
import { localeOf } from "./time.ts";

/** Returns the loaded messages as plain text. */
export function transcriptOf({ messages, face }: Model, words: Words): string {
  const time = new Intl.DateTimeFormat(localeOf(words), { dateStyle: "short", timeStyle: "short" });
  const lines = messages.map((message) => {
    const at = time.format(new Date(message.at));
    if (message.from === "system") return `${at}  ${lineText(message, words)}`;
    const by = message.from === "visitor" ? words("you") : message.name || face.name;
    const body = [message.title, message.text, message.media === undefined ? "" : safeName(message.media.file_name ?? message.media.type)];
    return `${at}  ${by}: ${body.filter((part) => part !== undefined && part !== "").join("\n")}`;
  });
  return `${face.name}\n\n${lines.join("\n")}\n`;
}

/** Downloads a text as a file. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
