import { ChannelRequest } from "@parlour/protocol/channel";
import { Media } from "@parlour/protocol";
import fc from "fast-check";
import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import { isFailure } from "../../../core/failure.ts";
import { statusByFailure } from "../../../http/errors.ts";
import { parseStrictJson } from "../../../http/body/json.ts";
import { parseRequest } from "./parse-request.ts";

/** The long test run has six times as many cases. */
const runs = process.env["LONG"] === undefined ? 1 : 6;
const parse = (value: unknown) => parseRequest(parseStrictJson(Buffer.from(JSON.stringify(value))));
const countCodePoints = (text: string): number => Array.from(text).length;

/** Values that clients send in wrong places. */
const oddValues = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    "",
    " ",
    0,
    -0,
    -1,
    1.5,
    1e21,
    1e-7,
    true,
    [],
    {},
    "7",
    "1e3",
    "NaN",
    "\u0000",
    "\ud800",
    "\u202e",
    "a".repeat(3_000),
    "😀".repeat(1_200),
    "http://x.example/a",
    "HTTPS://x.example",
    "javascript:1",
    "https://",
    "https://x.example/%zz",
    "../../etc/passwd",
    "__proto__",
    "text",
    "photo",
    "location",
    "typein",
    "rate",
  ),
);
const key = (...names: string[]) => fc.constantFrom(...names);
const sender = fc.dictionary(
  key("id", "name", "phone", "email", "photo", "url", "invite", "__proto__", "constructor"),
  oddValues,
);
const message = fc.dictionary(
  key(
    "type",
    "id",
    "text",
    "file",
    "file_name",
    "file_size",
    "thumb",
    "emoji",
    "duration",
    "width",
    "height",
    "performer",
    "title",
    "latitude",
    "longitude",
    "toString",
  ),
  oddValues,
);
const type = fc.constantFrom(
  "text",
  "photo",
  "video",
  "audio",
  "voice",
  "sticker",
  "document",
  "location",
  "typein",
  "typeout",
  "seen",
  "hologram",
);

describe("incoming", () => {
  test("[CH-039] whatever is sent, the result is a known failure or a message within its limits", () => {
    const body = fc.oneof(
      oddValues,
      fc.record({ sender: fc.oneof(sender, oddValues), message: fc.oneof(message, oddValues) }),
      fc.tuple(sender, message, type).map(([from, content, kind]) => ({
        sender: { ...from, id: "c" },
        message: { ...content, type: kind },
      })),
    );
    fc.assert(
      fc.property(body, (value) => {
        const parsed = parse(value);
        if (isFailure(parsed)) {
          expect(statusByFailure[parsed.failure]).toBe(400);
          return;
        }
        if (parsed.kind !== "message") {
          expect(parsed.customer).not.toBe("");
          return;
        }
        const { input } = parsed;
        const texts = [
          input.text,
          input.name,
          input.phone,
          input.email,
          input.photo,
          input.pageUrl,
          input.invite,
          input.media?.file_name,
          input.media?.title,
          input.media?.performer,
          input.media?.emoji,
          parsed.messageId,
        ];
        for (const text of texts)
          if (text !== undefined && text !== null)
            expect(text.isWellFormed() && !text.includes("\u0000")).toBe(true);
        expect(countCodePoints(input.text)).toBeLessThanOrEqual(1_000);
        for (const contact of [input.name, input.phone, input.email])
          if (contact !== undefined) expect(countCodePoints(contact)).toBeLessThanOrEqual(255);
        for (const url of [input.photo, input.pageUrl, input.media?.file, input.media?.thumb])
          if (url !== undefined && url !== null) expect(url).toMatch(/^https?:\/\//i);
        if (input.media !== undefined) {
          expect(Value.Check(Media, input.media)).toBe(true);
          expect(input.media.file_name ?? "").not.toMatch(/[/\\\p{Cc}\p{Bidi_Control}]/u);
        }
        expect(
          String(
            JSON.parse(input.recipient.startsWith('"') ? input.recipient : `"${input.recipient}"`),
          ),
        ).toBe(input.customer);
      }),
      { numRuns: 500 * runs },
    );
  });

  test("[CH-030] what the published shapes allow is taken", () => {
    const id = fc.oneof(
      fc
        .string({ minLength: 1, maxLength: 255 })
        .filter((s) => s.trim() !== "" && !s.includes("\u0000") && s.isWellFormed()),
      fc.maxSafeInteger(),
    );
    const url = fc.webUrl();
    const text = fc.string({ minLength: 1 }).filter((s) => s.trim() !== "");
    const optional = { requiredKeys: [] as never[] };
    const from = fc
      .tuple(
        id,
        fc.record(
          {
            name: fc.string(),
            phone: fc.string(),
            email: fc.string(),
            photo: url,
            url,
            invite: fc.string(),
          },
          optional,
        ),
      )
      .map(([identifier, more]) => ({ id: identifier, ...more }));
    const file = fc.record({
      type: fc.constantFrom("video", "audio", "voice", "photo", "sticker", "document"),
      file: url,
      file_name: fc.string(),
      file_size: fc.integer({ min: 1 }),
    });
    const place = fc.record({
      type: fc.constant("location"),
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const content = fc.oneof(
      fc.record({ type: fc.constant("text"), text }),
      file,
      place,
      fc.record({ type: fc.constantFrom("typein", "typeout") }),
    );
    fc.assert(
      fc.property(fc.record({ sender: from, message: content }), (value) => {
        expect(Value.Check(ChannelRequest, value)).toBe(true);
        expect(parse(value)).not.toHaveProperty("failure");
      }),
      { numRuns: 50 * runs },
    );
  });
});
