import { describe, expect, it } from "vitest";
import { emptyMedia } from "../../../core/chat/message/file-attachment.ts";
import type { NewMessage } from "../../../core/event.ts";
import type { Media } from "../../../core/entity.ts";
import { buildBody, buildHeaders, buildMessage, buildUrl } from "./build-request.ts";

const createTextMessage = (words: string): NewMessage => ({
  id: 90417,
  chat_id: 1,
  author: { kind: "operator", id: 1, name: "Ines" },
  kind: "text",
  text: words,
  created_at: "2026-01-05T09:00:00.000Z",
});
const emptyPhoto: Media = { type: "photo", ...emptyMedia };

describe("address", () => {
  it.each([
    ["https://x.example/hook", "https://x.example/hook/Qm4nZ8sT1k"],
    ["https://x.example/hook/?k=1&v=a%20b", "https://x.example/hook/Qm4nZ8sT1k?k=1&v=a%20b"],
    ["http://x.example", "http://x.example/Qm4nZ8sT1k"],
    ["https://x.example/hook///#part", "https://x.example/hook/Qm4nZ8sT1k"],
  ])("[CH-070] %s becomes %s", (configured, called) => {
    expect(buildUrl(configured, "Qm4nZ8sT1k", true)).toBe(called);
  });
  it("[CH-070] without appending it is called as configured", () => {
    expect(buildUrl("https://x.example/hook/?k=1", "Qm4nZ8sT1k", false)).toBe(
      "https://x.example/hook/?k=1",
    );
    expect(buildUrl("https://x.example/hook/{public_id}/?k=1", "Qm4nZ8sT1k", true)).toBe(
      "https://x.example/hook/Qm4nZ8sT1k/?k=1",
    );
  });
});

describe("body", () => {
  it.each(["12345678901234567890", '"cust-881"', "7", '"7"', "0", '"\\u00e4"'])(
    "[CH-043] the id %s goes out as it came",
    (literal) => {
      const body = buildBody(
        { name: 'I"nes', photo: "" },
        literal,
        buildMessage(createTextMessage("Yes"), "media objects").wire,
      );
      expect(body).toBe(
        `{"sender":{"name":"I\\"nes","photo":""},"recipient":{"id":${literal}},"message":{"type":"text","id":"90417","text":"Yes"}}`,
      );
    },
  );
  it("[CH-072] headers", () => {
    expect(buildHeaders("0.1.0")).toEqual({
      "content-type": "application/json; charset=utf-8",
      accept: "application/json",
      "user-agent": "Parlour/0.1.0",
    });
  });
  it("[CH-074] text over 1000 code points is cut and says so", () => {
    const { wire, cut } = buildMessage(createTextMessage("😀".repeat(1_001)), "media objects");
    expect(wire["text"]).toBe("😀".repeat(1_000));
    expect(cut).toBe(true);
  });
  it("[CH-079] an answer has what it quotes, also beside a file", () => {
    const refers_to = {
      kind: "message",
      seq: 2,
      id: 90_411,
      text: "In blue?",
      author: "Zoë",
    } as const;
    const quote = { id: "90411", text: "In blue?", author: "Zoë" };
    const build = (message: NewMessage) => buildMessage({ ...message, refers_to }, "media objects");
    expect(build(createTextMessage("Yes")).wire).toMatchObject({ type: "text", quote });
    const photo = { ...createTextMessage("This one"), media: emptyPhoto };
    expect(build(photo).wire).toMatchObject({ type: "photo", quote });
  });
  it("[CH-128] a translated answer has at most 1000 code points of what the operator wrote, also beside a file", () => {
    const build = (message: NewMessage) => buildMessage(message, "media objects").wire;
    const translated = { ...createTextMessage("Ja"), original: "😀".repeat(1_001) };
    expect(build(translated)["original"]).toBe("😀".repeat(1_000));
    const photo = { ...createTextMessage("Dieses"), media: emptyPhoto, original: "This one" };
    expect(build(photo)).toMatchObject({ type: "photo", text: "Dieses", original: "This one" });
    expect(build(createTextMessage("Yes"))).not.toHaveProperty("original");
  });
  it("[CH-075] media carry file, file_name and file_size, images a thumb", () => {
    const media = {
      ...emptyPhoto,
      file: "https://c.example/77.jpg",
      file_size: 48213,
      width: 1200,
      height: 900,
    };
    expect(
      buildMessage({ ...createTextMessage("this one"), kind: "media", media }, "media objects")
        .wire,
    ).toEqual({
      type: "photo",
      id: "90417",
      file: "https://c.example/77.jpg",
      file_name: "photo",
      file_size: 48213,
      thumb: "https://c.example/77.jpg",
      width: 1200,
      height: 900,
      text: "this one",
    });
    expect(
      buildMessage(
        {
          ...createTextMessage(""),
          kind: "media",
          media: { ...emptyPhoto, type: "location", latitude: 52.5, longitude: 13.4 },
        },
        "media objects",
      ).wire,
    ).toEqual({ type: "location", id: "90417", latitude: 52.5, longitude: 13.4 });
  });
  it("[CH-076] or one text: file name, new line, address", () => {
    const media = { ...emptyPhoto, file: "https://c.example/77.jpg", file_name: "77.jpg" };
    expect(
      buildMessage({ ...createTextMessage(""), kind: "media", media }, "text with link").wire,
    ).toEqual({
      type: "text",
      id: "90417",
      text: "77.jpg\nhttps://c.example/77.jpg",
    });
    const link = "77.jpg\nhttps://c.example/77.jpg";
    expect(
      buildMessage({ ...createTextMessage("look"), kind: "media", media }, "text with link").wire[
        "text"
      ],
    ).toBe(`look\n${link}`);
    const long = buildMessage(
      { ...createTextMessage("x".repeat(1_000)), kind: "media", media },
      "text with link",
    );
    expect(long.wire["text"]).toBe(`${"x".repeat(999 - link.length)}\n${link}`);
    expect(long.cut).toBe(true);
  });
});
