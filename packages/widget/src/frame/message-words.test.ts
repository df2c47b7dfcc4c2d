import type { Media } from "@parlour/protocol";
import type { WidgetMessage } from "@parlour/protocol/widget";
import { expect, test } from "vitest";
import { first } from "../texts/en.ts";
import { en as more } from "../texts/more/en.ts";
import { wordsIn } from "../texts/index.ts";
import { ageOf, messageWords } from "./message-words.ts";

const words = wordsIn("en", { ...first, ...more });
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
  const of = (more: Partial<WidgetMessage>): string => messageWords({ ...message, ...more }, words);
  expect(of({})).toBe("Yes, to 220 °C.");
  expect(of(media("photo"))).toBe("Photo");
  expect(of(media("document", "folder/return-label\u202E.pdf"))).toBe("File: return-label.pdf");
  expect(of(media("document"))).toBe("File");
  expect(of(media("voice"))).toBe("Voice message");
  expect(of({ ...media("photo"), text: "The large one" })).toBe("The large one");
  expect(of({ kind: "buttons", title: "Which glaze?", text: "1. Blue" })).toBe("Which glaze?");
  const nodes = [
    { type: "text", text: "Open " },
    { type: "bold", nodes: [{ type: "text", text: "today" }] },
  ] as const;
  expect(of({ kind: "markdown", text: "Open **today**", nodes: [...nodes] as never })).toBe("Open today");
});

test("[WG-110] the age of a message is short", () => {
  const at = Date.parse(message.at);
  expect(ageOf(message.at, words, at + 20_000)).toBe("now");
  expect(ageOf(message.at, words, at + 5 * 60_000)).toMatch(/^5 min\.? ago$/);
});
