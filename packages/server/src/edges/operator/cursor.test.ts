import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Refusal } from "../../core/failure.ts";
import { cursorOf, placeOf } from "./cursor.ts";

describe("cursor", () => {
  it("[API-004] gives back the place it was made of", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9e15 }), { minLength: 1, maxLength: 3 }), (place) => {
        const cursor = cursorOf("chats", place);
        expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,200}$/);
        expect(placeOf("chats", cursor, place.length)).toEqual(place);
      }),
    );
  });
  it("[API-004] [H-255] anything else is refused, never thrown on", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((text) => Buffer.from(text).toString("base64url")),
        ),
        (text) => {
          try {
            expect(placeOf("chats", text, 2)).toHaveLength(2);
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal);
            expect((error as Refusal).failure).toMatchObject({ failure: "invalid_request", field: "cursor" });
          }
        },
      ),
    );
    for (const place of [[1], [1, 2, 3], [-1, 2], [1.5, 2], [9e15 + 2, 1]])
      expect(() => placeOf("chats", cursorOf("chats", place), 2)).toThrow(Refusal);
    expect(() => placeOf("visitors", cursorOf("chats", [1, 2]), 2)).toThrow(Refusal);
  });
});
