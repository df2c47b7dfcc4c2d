import { describe, expect, test } from "vitest";
import type { Media } from "../../../core/entity.ts";
import { buildFile, buildParts, type MessagePart } from "./build-message.ts";
import { emptyMedia } from "../../../core/chat/message/file-attachment.ts";
import { findAcceptedFile } from "./media.ts";

const text = (body: string) => ({ kind: "text" as const, text: body });
const contents = (parts: readonly MessagePart[]) =>
  parts.map((part) => (part.kind === "content" ? part.content : part));
const file = (media: Partial<Media>, comment: string) => ({
  kind: "media" as const,
  text: comment,
  media: {
    ...emptyMedia,
    type: "document" as const,
    file: "https://p.example/files/x/a.pdf",
    file_name: "a.pdf",
    ...media,
  },
});

describe("text", () => {
  test("[WA-020] a text is one request, with a preview if it has a link", () => {
    expect(contents(buildParts(text("Hi"), null))).toEqual([
      { type: "text", text: { preview_url: false, body: "Hi" } },
    ]);
    expect(contents(buildParts(text("See https://a.example"), null))).toMatchObject([
      { text: { preview_url: true } },
    ]);
  });
  test("[WA-020] the longest text of an operator fits", () => {
    const [part] = contents(buildParts(text("😀".repeat(4000)), null));
    expect(part).toMatchObject({ text: { body: "😀".repeat(4000) } });
  });
});

describe("files", () => {
  test("[WA-021] a comment is the caption if it fits, else a second message", () => {
    expect(buildParts(file({}, "Look"), "document")).toEqual([
      { kind: "file", type: "document", caption: "Look", fileName: "a.pdf", isVoice: false },
    ]);
    expect(contents(buildParts(file({}, "x".repeat(1025)), "image"))).toMatchObject([
      { kind: "file", caption: "" },
      { type: "text", text: { body: "x".repeat(1025) } },
    ]);
    expect(contents(buildParts(file({}, "Listen"), "audio"))).toMatchObject([
      { kind: "file", caption: "" },
      { type: "text", text: { body: "Listen" } },
    ]);
  });
  test("[WA-021] the body names the upload; documents keep their file name", () => {
    const part = { kind: "file" as const, caption: "", fileName: "a.pdf", isVoice: false };
    expect(buildFile({ ...part, type: "document" }, "7", "application/pdf")).toEqual({
      type: "document",
      document: { id: "7", filename: "a.pdf" },
    });
    expect(buildFile({ ...part, type: "image", caption: "c" }, "7", "image/png")).toEqual({
      type: "image",
      image: { id: "7", caption: "c" },
    });
  });
  test("[WA-021] a recording in OGG is a voice message, every other sound is not", () => {
    const [part] = buildParts(file({ type: "voice" }, ""), "audio");
    const build = (uploadType: string) => buildFile(part as never, "7", uploadType);
    expect(build("audio/ogg")).toEqual({ type: "audio", audio: { id: "7", voice: true } });
    expect(build("audio/mp4")).toEqual({ type: "audio", audio: { id: "7" } });
  });
  test("[WA-021] a file that WhatsApp does not accept is a link, which is never cut", () => {
    const [part] = contents(buildParts(file({}, "x".repeat(4000)), null));
    expect(part).toMatchObject({
      type: "text",
      text: { body: `${"x".repeat(4000)}\na.pdf\nhttps://p.example/files/x/a.pdf` },
    });
    const long = file({ file: `https://p.example/${"a".repeat(500)}` }, "x".repeat(4000));
    const [
      {
        text: { body },
      },
    ] = contents(buildParts(long, null)) as any;
    expect(body).toHaveLength(4096);
    expect(body.endsWith("a".repeat(500))).toBe(true);
  });
  test.each([
    ["image/png", 5 * 2 ** 20, "image", "image/png"],
    ["image/png", 5 * 2 ** 20 + 1, null, null],
    ["image/gif", 10, null, null],
    ["audio/ogg; codecs=opus", 10, "audio", "audio/ogg"],
    ["audio/x-m4a", 10, "audio", "audio/mp4"],
    ["video/webm", 10, null, null],
    ["video/mp4", 16 * 2 ** 20, "video", "video/mp4"],
    ["application/pdf", 100 * 2 ** 20, "document", "application/pdf"],
    ["application/pdf", 100 * 2 ** 20 + 1, null, null],
    ["application/zip", 10, null, null],
    ["constructor", 10, null, null],
  ])("[WA-021] %s of %i bytes is sent as %s", (type, size, messageType, uploadType) => {
    expect(findAcceptedFile({ type, size })).toEqual(
      messageType === null ? null : { messageType, type: uploadType },
    );
  });
  test("[WA-023] a place is a location, and its comment a second message", () => {
    const place = file({ type: "location", file: null, latitude: 1, longitude: 2 }, "Here");
    expect(contents(buildParts(place, null))).toMatchObject([
      { type: "location", location: { latitude: 1, longitude: 2 } },
      { type: "text", text: { body: "Here" } },
    ]);
  });
});

describe("buttons", () => {
  const build = (labels: readonly string[], title = "Choose") => {
    const [content] = contents(
      buildParts(
        {
          text: "fallback",
          title,
          buttons: labels.map((label, n) => ({ id: `b${n}`, text: label })),
        },
        null,
      ),
    );
    return content as any;
  };
  test("[WA-022] up to three short, different labels are reply buttons", () => {
    expect(build(["Yes", "No"])).toEqual({
      type: "interactive",
      interactive: {
        type: "button",
        body: { text: "Choose" },
        action: {
          buttons: [
            { type: "reply", reply: { id: "b0", title: "Yes" } },
            { type: "reply", reply: { id: "b1", title: "No" } },
          ],
        },
      },
    });
  });
  test.each([
    ["four labels", ["a", "b", "c", "d"], "Choose"],
    ["a long label", ["x".repeat(21)], "Choose"],
    ["equal labels", ["a", "a"], "Choose"],
    ["a long title", ["a"], "x".repeat(1025)],
  ])("[WA-022] %s are a list", (_name, labels, title) => {
    const { interactive } = build(labels, title);
    expect(interactive.type).toBe("list");
    expect(interactive.body.text).toBe(title);
    expect(interactive.action.sections[0].rows.map((row: any) => row.id)).toEqual(
      labels.map((_, n) => `b${n}`),
    );
  });
  test("[WA-022] a label that is too long for a row is repeated in the description", () => {
    const label = "A label that has more than twenty-four characters";
    expect(build([label]).interactive.action.sections[0].rows).toEqual([
      { id: "b0", title: "1. A label that has mor…", description: label },
    ]);
  });
  test("[WA-022] more than ten are numbered text; without title and label a sign stands for them", () => {
    expect(build(Array.from({ length: 11 }, (_, n) => `${n}`))).toMatchObject({
      type: "text",
      text: { body: "fallback" },
    });
    expect(build([" "], " ").interactive).toMatchObject({
      body: { text: "…" },
      action: { buttons: [{ reply: { title: "…" } }] },
    });
  });
});
