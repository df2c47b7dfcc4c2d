import { expect, test } from "vitest";
import { emptyMedia } from "../../../core/chat/message/file-attachment.ts";
import type { Media } from "../../../core/entity.ts";
import { buildParts } from "./build-parts.ts";

const address = "https://chat.example.com/files/t/shoe.jpg";
const media = (fields: Partial<Media>): Media => ({
  ...emptyMedia,
  type: "document",
  file: address,
  file_name: "shoe.jpg",
  ...fields,
});
const megabyte = 1024 * 1024;

test("[VB-030] a long text becomes parts of at most 7,000 characters", () => {
  const parts = buildParts({ text: `${"a".repeat(6_999)} ${"b".repeat(100)}` }, null);
  expect(parts.map(({ text }) => String(text).length)).toEqual([6_999, 100]);
});

test.each([
  ["a JPEG", { type: "photo" }, { type: "image/jpeg", size: megabyte }, "picture"],
  ["a large JPEG", { type: "photo" }, { type: "image/jpeg", size: megabyte + 1 }, "file"],
  ["a PNG", { type: "photo" }, { type: "image/png", size: 9 }, "file"],
  ["an MP4", { type: "video", duration: 7 }, { type: "video/mp4", size: 26 * megabyte }, "video"],
  ["a film", { type: "video" }, { type: "video/mp4", size: 27 * megabyte }, "file"],
  ["a voice message", { type: "voice" }, { type: "audio/ogg", size: 9 }, "file"],
] as const)("[VB-031] %s", (_name, fields, file, type) => {
  const parts = buildParts({ text: "look", media: media(fields) }, { name: "shoe.jpg", ...file });
  const caption = type === "picture" ? [] : [{ type: "text", text: "look" }];
  expect(parts).toMatchObject([{ type, media: address }, ...caption]);
});

test("[VB-031] a file that Viber does not take is a link, and a long caption a text", () => {
  const link = [{ type: "text", text: `note\n\nshoe.jpg\n${address}` }];
  const file = { name: "setup.exe", type: "application/octet-stream", size: 9 };
  expect(buildParts({ text: "note", media: media({}) }, file)).toEqual(link);
  const large = { name: "a.zip", type: "application/zip", size: 51 * megabyte };
  expect(buildParts({ text: "note", media: media({}) }, large)).toEqual(link);
  expect(buildParts({ text: "note", media: media({}) }, null)).toEqual(link);
  const picture = { name: "shoe.jpg", type: "image/jpeg", size: 9 };
  const text = "x".repeat(121);
  expect(buildParts({ text, media: media({ type: "photo" }) }, picture)).toMatchObject([
    { type: "picture", text: "" },
    { type: "text", text },
  ]);
  const name = `${"n".repeat(300)}.pdf`;
  const [part] = buildParts({ text: "", media: media({}) }, { ...picture, name, type: "a/b" });
  expect(part?.["file_name"]).toMatch(/^n{252}\.pdf$/);
});

test("[VB-032] a location, and buttons as a keyboard whose labels contain no HTML", () => {
  const location = media({ type: "location", latitude: 1.5, longitude: -2 });
  expect(buildParts({ text: "here", media: location }, null)).toEqual([
    { type: "location", location: { lat: "1.5", lon: "-2" } },
    { type: "text", text: "here" },
  ]);
  const buttons = [{ id: "a", text: "<b>Blue & red" }];
  expect(buildParts({ text: "1. Blue", title: "Which?", buttons }, null)).toEqual([
    {
      type: "text",
      text: "Which?",
      keyboard: {
        Type: "keyboard",
        DefaultHeight: false,
        Buttons: [
          {
            Columns: 6,
            Rows: 1,
            ActionType: "reply",
            ActionBody: "<b>Blue & red",
            Text: "&lt;b&gt;Blue &amp; red",
          },
        ],
      },
    },
  ]);
});
