import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { emptyMedia } from "../../../core/chat/message/file-attachment.ts";
import type { Media } from "../../../core/entity.ts";
import { parseMarkdown } from "../../../core/bot/markdown.ts";
import { buildParts, type OutgoingFile } from "./build-parts.ts";
import { parseButtonIndex, toCallbackData } from "./callback-data.ts";
import { formatMarkdownNodes } from "../../../connectors/outbound/markdown-entities.ts";
import { splitText } from "../../../connectors/outbound/split-text.ts";

const media = (type: Media["type"], fields: Partial<Media> = {}): Media => ({
  ...emptyMedia,
  type,
  file: "https://chat.example/files/abc/name",
  file_name: "name",
  file_size: 10,
  ...fields,
});
const file = (type: string, size = 10): OutgoingFile => ({ name: "name", type, size });

describe("texts", () => {
  it("[TG-030] a text is one message, without markup", () => {
    expect(buildParts({ text: "Yes, <b>three</b> *pairs*" }, null)).toEqual([
      { method: "sendMessage", values: { text: "Yes, <b>three</b> *pairs*" } },
    ]);
  });

  it("[TG-030] Markdown of bots becomes entities in UTF-16 units", () => {
    const nodes = parseMarkdown(
      "👟 **new *shoes*** at [the shop](https://shop.example) or [mail](mailto:a@b.example)",
    );
    expect(buildParts({ text: "plain", nodes: [...nodes] }, null)).toEqual([
      {
        method: "sendMessage",
        values: {
          text: "👟 new shoes at the shop or mail (a@b.example)",
          entities: [
            { type: "bold", offset: 3, length: 9 },
            { type: "italic", offset: 7, length: 5 },
            { type: "text_link", offset: 16, length: 8, url: "https://shop.example/" },
          ],
        },
      },
    ]);
  });

  it("[TG-031] a long text is split at paragraphs, lines and words, in order", () => {
    const words = Array.from({ length: 900 }, (_, n) => `word${n}`).join(" ");
    const parts = buildParts({ text: words }, null).map(({ values }) => String(values["text"]));
    expect(parts.length).toBe(2);
    expect(parts.join(" ")).toBe(words);
    for (const part of parts) expect(part.length).toBeLessThanOrEqual(4096);
  });

  it("[TG-031] no character and no entity is lost at any split", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", minLength: 1, maxLength: 300 }),
        fc.integer({ min: 2, max: 40 }),
        (text, max) => {
          const all = { type: "bold" as const, offset: 0, length: text.length };
          const parts = splitText({ text, entities: [all] }, max);
          const isFit = parts.every(
            (part) =>
              part.text.length <= max &&
              part.text.isWellFormed() &&
              part.entities.length === 1 &&
              part.entities[0]?.offset === 0 &&
              part.entities[0].length === part.text.length,
          );
          const joined = parts.map((part) => part.text).join("");
          expect({ isFit, text: joined.replace(/\s/g, "") }).toEqual({
            isFit: true,
            text: text.replace(/\s/g, ""),
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it("[TG-030] entities always lie within the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (source) => {
        const { text, entities } = formatMarkdownNodes(parseMarkdown(source));
        for (const { offset, length } of entities) {
          expect(length).toBeGreaterThan(0);
          expect(offset + length).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});

describe("buttons", () => {
  const buttons = [
    { id: "s42", text: "Size 42" },
    { id: "x".repeat(65), text: "Other" },
    { id: "#1", text: "None" },
  ];
  it("[TG-033] buttons are an inline keyboard below the title", () => {
    expect(buildParts({ text: "Size?\n1. Size 42", title: "Size?", buttons }, null)).toEqual([
      {
        method: "sendMessage",
        values: {
          text: "Size?",
          reply_markup: {
            inline_keyboard: [
              [{ text: "Size 42", callback_data: "s42" }],
              [{ text: "Other", callback_data: "#1" }],
              [{ text: "None", callback_data: "#2" }],
            ],
          },
        },
      },
    ]);
  });
  it("[TG-033] without a title, the text for channels without buttons is shown", () => {
    expect(
      buildParts({ text: "1. Size 42", title: " ", buttons: buttons.slice(0, 1) }, null),
    ).toMatchObject([{ values: { text: "1. Size 42" } }]);
  });
  it("[TG-033] the data of a button has at most 64 bytes and leads back to it", () => {
    const id = "ё".repeat(32);
    expect(toCallbackData({ id, text: "x" }, 0)).toBe(id);
    expect(toCallbackData({ id: `${id}ё`, text: "x" }, 2)).toBe("#2");
    expect([parseButtonIndex("#2"), parseButtonIndex("s42"), parseButtonIndex("#x")]).toEqual([
      2,
      null,
      null,
    ]);
  });
});

describe("media", () => {
  const photo = media("photo", { width: 1200, height: 900 });
  it.each([
    [photo, file("image/jpeg"), "sendPhoto"],
    [photo, file("image/gif"), "sendAnimation"],
    [photo, file("image/jpeg", 11 * 1024 * 1024), "sendDocument"],
    [photo, file("image/heic"), "sendDocument"],
    [media("photo", { width: 9000, height: 2000 }), file("image/png"), "sendDocument"],
    [media("photo", { width: 2100, height: 100 }), file("image/png"), "sendDocument"],
    [media("video"), file("video/mp4"), "sendVideo"],
    [media("video"), file("video/webm"), "sendDocument"],
    [media("voice"), file("audio/ogg; codecs=opus"), "sendVoice"],
    [media("voice"), file("audio/mp4"), "sendVoice"],
    [media("voice"), file("video/webm"), "sendDocument"],
    [media("audio"), file("audio/mpeg"), "sendAudio"],
    [media("audio"), file("audio/flac"), "sendDocument"],
    [media("document"), file("application/pdf"), "sendDocument"],
  ])("[TG-032] %j of %j is sent by %s", (sent, stored, method) => {
    const [part] = buildParts({ text: "comment", media: sent }, stored);
    expect(part).toMatchObject({ method, values: { caption: "comment" } });
    expect(part?.fileField).toBe(method.slice(4).toLowerCase());
  });

  it("[TG-032] a comment over 1024 units follows as a message of its own", () => {
    const text = "c".repeat(1025);
    expect(buildParts({ text, media: photo }, file("image/png"))).toEqual([
      { method: "sendPhoto", fileField: "photo", values: {} },
      { method: "sendMessage", values: { text } },
    ]);
  });

  it("[TG-032] a location is one, and files that Telegram does not take are links", () => {
    const place = media("location", { file: null, latitude: 52.5, longitude: 13.4 });
    expect(buildParts({ text: "", media: place }, null)).toEqual([
      { method: "sendLocation", values: { latitude: 52.5, longitude: 13.4 } },
    ]);
    const link = [
      {
        method: "sendMessage",
        values: { text: "see\n\nname\nhttps://chat.example/files/abc/name" },
      },
    ];
    expect(buildParts({ text: "see", media: photo }, null)).toEqual(link);
    expect(buildParts({ text: "see", media: photo }, file("image/png", 51 * 1024 * 1024))).toEqual(
      link,
    );
  });
});
