import type { Media } from "@parlour/protocol";
import type { WidgetMessage } from "@parlour/protocol/widget";
import { expect, test } from "vitest";
import { first } from "../../texts/en/first.ts";
import { en as more } from "../../texts/en/more.ts";
import { createTextFunction } from "../../texts/index.ts";
import { formatAge, getMessageText } from "./message-text.ts";

const englishText = createTextFunction("en", { ...first, ...more });
const message: WidgetMessage = {
  id: 1,
  chat_id: 1,
  seq: 1,
  at: "2026-11-23T10:00:00.000Z",
  from: "operator",
  name: "Sofia",
  photo: "",
  kind: "text",
  text: "Yes, to 220 °C.",
};
const media = (type: Media["type"], name: string | null = null): Partial<WidgetMessage> => ({
  kind: "media",
  text: "",
  media: { type, file_name: name } as Media,
});

test("[WG-110] the teaser shows the words of a message, and the kind of a file that has none", () => {
  const getText = (more: Partial<WidgetMessage>): string =>
    getMessageText({ ...message, ...more }, englishText);
  expect(getText({})).toBe("Yes, to 220 °C.");
  expect(getText(media("photo"))).toBe("Photo");
  expect(getText(media("document", "folder/return-label\u202E.pdf"))).toBe(
    "File: return-label.pdf",
  );
  expect(getText(media("document"))).toBe("File");
  expect(getText(media("voice"))).toBe("Voice message");
  expect(getText({ ...media("photo"), text: "The large one" })).toBe("The large one");
  expect(getText({ kind: "buttons", title: "Which glaze?", text: "1. Blue" })).toBe("Which glaze?");
  const nodes = [
    { type: "text", text: "Open " },
    { type: "bold", nodes: [{ type: "text", text: "today" }] },
  ] as const;
  expect(getText({ kind: "markdown", text: "Open **today**", nodes: [...nodes] as never })).toBe(
    "Open today",
  );
});

test("[WG-110] the age of a message is short", () => {
  const at = Date.parse(message.at);
  expect(formatAge(message.at, englishText, at + 20_000)).toBe("now");
  expect(formatAge(message.at, englishText, at + 5 * 60_000)).toMatch(/^5 min\.? ago$/);
});
