import { afterAll, beforeAll, expect, it } from "vitest";
import { assigned, fillNumbers, NumberedObject, type AssignedNumbers } from "../src/core/draft.ts";
import { encodeParts, joinParts, toParts } from "../src/journal/writing/commit/draft-parts.ts";
import { openJournalFixture, type JournalFixture } from "./journal-fixture.ts";

let fixture: JournalFixture;
beforeAll(async () => {
  fixture = await openJournalFixture();
});
afterAll(() => fixture.drop());

/** Fills the numbers as `commit_batch` does. */
async function fillInDatabase(
  text: string,
  { seq, chatNumber, visitorNumber }: AssignedNumbers,
): Promise<string> {
  const { rows } = await fixture.pools.writer.query<{ text: string }>(
    "select fill_numbers($1, $2, $3, $4) as text",
    [text, seq, chatNumber, visitorNumber],
  );
  return rows[0]?.text ?? "";
}
const text = 'a "seq":null,"number":0, and "number":null, \u0001 \u00011 [1] \ud800';
const chat = {
  seq: assigned.seq,
  number: assigned.chatNumber,
  id: 7,
  text,
  absent: undefined,
  visitor: { number: assigned.visitorNumber, name: text, page: null, tags: [{ seq: null }] },
};

it.each<[string, object, AssignedNumbers]>([
  ["a chat", chat, { seq: 12, chatNumber: 34, visitorNumber: 56 }],
  ["a chat without number", chat, { seq: 1, chatNumber: null, visitorNumber: 2 }],
  [
    "an entry about a chat",
    { chat, by: { id: 1, name: text } },
    { seq: 0, chatNumber: 1, visitorNumber: 1 },
  ],
  ["a visitor", chat.visitor, { seq: null, chatNumber: null, visitorNumber: 9 }],
  [
    "a list",
    [chat.visitor, { seq: assigned.seq, id: 2 }],
    { seq: 3, chatNumber: null, visitorNumber: 9 },
  ],
  ["a list without numbers", [1, text], { seq: null, chatNumber: null, visitorNumber: null }],
  [
    "an answer without numbers",
    { id: 1, text },
    { seq: null, chatNumber: null, visitorNumber: null },
  ],
])(
  "[CORE-348] [CH-057] the database, the published entry and the answer have the same numbers in the same place: %s",
  async (_, draft, numbers) => {
    const parts = toParts(draft, {});
    const filled = JSON.stringify(fillNumbers(draft, numbers));
    expect(joinParts(parts, numbers)).toBe(filled);
    expect(await fillInDatabase(encodeParts(parts), numbers)).toBe(filled);
    const { visitorNumber, ...rest } = numbers;
    const known = toParts(draft, { visitorNumber });
    expect(joinParts(known, { ...rest, visitorNumber: null })).toBe(filled);
  },
);

it.each([34, null])(
  "[CORE-348] an entry about a chat with the number %s is the same text in the database and on sockets",
  async (chatNumber) => {
    const numbers = { seq: null, chatNumber, visitorNumber: 56 };
    const visitor = new NumberedObject({ number: assigned.visitorNumber }, { name: text });
    const entry = {
      chat: new NumberedObject({ seq: null, number: assigned.chatNumber, visitor }, { id: 7 }),
      by: new NumberedObject({ number: assigned.visitorNumber }, {}),
    };
    const parts = toParts(entry, {});
    const filled = JSON.stringify({
      chat: {
        seq: null,
        ...(chatNumber === null ? {} : { number: chatNumber }),
        visitor: { number: 56, name: text },
        id: 7,
      },
      by: { number: 56 },
    });
    expect(joinParts(parts, numbers)).toBe(filled);
    expect(await fillInDatabase(encodeParts(parts), numbers)).toBe(filled);
  },
);

it("[F25] [CH-057] texts of nodes of an earlier build get their numbers too", async () => {
  const numbers = { seq: 12, chatNumber: 34, visitorNumber: 56 };
  const answer = `{"seq":null,"number":0,"id":7,"visitor":{"number":null,"name":"a \\"seq\\":null"}}`;
  expect(await fillInDatabase(answer, numbers)).toBe(
    `{"seq":12,"number":34,"id":7,"visitor":{"number":56,"name":"a \\"seq\\":null"}}`,
  );
  expect(await fillInDatabase(answer, { ...numbers, chatNumber: null })).toBe(
    `{"seq":12,"id":7,"visitor":{"number":56,"name":"a \\"seq\\":null"}}`,
  );
  // A body keeps `seq`, and a known visitor has a number already.
  expect(
    await fillInDatabase(`{"chat":{"seq":null,"number":0,"visitor":{"number":3}}}`, {
      seq: null,
      chatNumber: 4,
      visitorNumber: null,
    }),
  ).toBe(`{"chat":{"seq":null,"number":4,"visitor":{"number":3}}}`);
});
