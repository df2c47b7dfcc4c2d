import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Refusal } from "../../core/failure.ts";
import { cutPage, decodeCursor, encodeCursor } from "./cursor.ts";

describe("cursor", () => {
  it("[API-004] gives back the place it was made of", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9e15 }), { minLength: 1, maxLength: 3 }),
        (values) => {
          const cursor = encodeCursor("chats", values);
          expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,200}$/);
          expect(decodeCursor("chats", cursor, values.length)).toEqual(values);
        },
      ),
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
            expect(decodeCursor("chats", text, 2)).toHaveLength(2);
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal);
            expect((error as Refusal).failure).toMatchObject({
              failure: "invalid_request",
              field: "cursor",
            });
          }
        },
      ),
    );
    for (const values of [[1], [1, 2, 3], [-1, 2], [1.5, 2], [9e15 + 2, 1]])
      expect(() => decodeCursor("chats", encodeCursor("chats", values), 2)).toThrow(Refusal);
    expect(() => decodeCursor("visitors", encodeCursor("chats", [1, 2]), 2)).toThrow(Refusal);
  });
  it("[API-004] pages that follow each other have each row once, and the last one has no cursor", () => {
    const rows = [1, 2, 3, 4].map((id) => ({ id }));
    const readPage = (cursor?: string) => {
      const [after = 0] = decodeCursor("chats", cursor, 1);
      const read = rows.filter(({ id }) => id > after).slice(0, 3);
      return cutPage("chats", read, 2, ({ id }) => [id]);
    };
    const first = readPage();
    expect(first.items).toEqual([{ id: 1 }, { id: 2 }]);
    expect(readPage(first.next_cursor ?? "none")).toEqual({
      items: [{ id: 3 }, { id: 4 }],
      next_cursor: null,
    });
  });
});
