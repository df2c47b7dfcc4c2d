import { chooseSeed, createSeededRandom } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Message } from "../src/core/entity.ts";
import { buildBlockWords, listMarks } from "../src/core/search/index-words.ts";
import { indexedText } from "../src/core/search/indexed-text.ts";
import {
  createMatcher,
  toBlockQuery,
  type MessageQuery,
} from "../src/core/search/match-message.ts";
import { parseQuery, toTsQuery } from "../src/core/search/query.ts";
import { listWords } from "../src/core/search/tokenize.ts";
import { listWordParts } from "../src/core/search/word-parts.ts";
import { mayContain } from "../src/store/chats/search/candidates.ts";
import { createParameters } from "../src/store/database/parameters.ts";
import { takeDatabase, type ReusedDatabase } from "./reused-database.ts";

let database: ReusedDatabase;
beforeAll(async () => {
  database = await takeDatabase();
});
afterAll(() => database.release());

const vocabulary =
  "a ab abc Abc refund Refunds re fund order ORDER42 42 4 Müller Mueller muller Rückgabebestätigung bestatigung bestätigung Straße заказ ЗАКАЗЫ ёлка елка 주문취소 취소 والكتاب كتاب 返品 返 品 naïve e-mail user@shop.example 10:30 ﬁne ２０ k\u212a \u{1d400}bc";
const separators = [" ", " ", " ", ", ", "\n", "-", "\u00a0", '"', "\\", "\u0007", "🙂"];

function createMessage(random: () => number): Message {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const words = vocabulary.split(" ");
  const write = (): string =>
    Array.from({ length: Math.floor(random() * 6) }, () => pick(words) + pick(separators)).join("");
  const author = pick<object>([
    { kind: "visitor", id: 5, name: "refund" },
    { kind: "operator", id: 7, name: "Zoë" },
    { kind: "operator", id: 71, name: "Maya" },
    { kind: "bot", id: 3, name: "Bot" },
  ]);
  const content = pick<() => object>([
    () => ({ text: write() }),
    () => ({ text: write() }),
    () => ({
      text: write(),
      media: { type: "document", file: "https://x.test/order", file_name: write() },
    }),
    () => ({ text: write(), media: { type: "location", latitude: 42, longitude: 4 } }),
    () => ({ text: "", title: write(), buttons: [{ text: write() }, { text: write() }] }),
    () => ({
      text: "",
      nodes: [
        { type: "text", text: "re" },
        { type: "text", text: write() },
        { type: "link", url: "https://order.test", nodes: [{ type: "text", text: write() }] },
      ],
    }),
    () => ({ text: write(), origin: { quote: write() } }),
    () => ({ text: "", erased: true }),
  ])();
  return { id: 1, chat_id: 2, author, kind: "text", ...content } as unknown as Message;
}

function createQuery(random: () => number): MessageQuery {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const words = vocabulary.split(" ");
  const begin = (word: string): string => word.slice(0, 1 + Math.floor(random() * word.length));
  const text = Array.from({ length: 1 + Math.floor(random() * 2.5) }, () => {
    const term = pick([
      () => begin(pick(words)),
      () => pick(words),
      () => `"${pick(words)}"`,
      () => `"${pick(words)} ${begin(pick(words))}"`,
    ])();
    return (random() < 0.25 ? "-" : "") + term;
  }).join(" ");
  const marks = [
    ...(random() < 0.2 ? [{ marks: [pick(["@v", "@o", "@o7", "@b3"])], isNegated: false }] : []),
    ...(random() < 0.1 ? [{ marks: ["@o7", "@f"], isNegated: random() < 0.5 }] : []),
  ];
  return { terms: parseQuery(text).terms, marks };
}

/** Formats a tsvector with the positions of words, and a tsquery with all conditions. */
const toVector = (message: Message, text: string): string =>
  message.erased === true
    ? ""
    : [
        ...["@", ...listMarks(message)].map((mark) => `'~${mark}'`),
        ...listWords(text).flatMap((word, n) =>
          [word, ...listWordParts(word).map((part) => `^${part}`)].map(
            (lexeme) => `'~${lexeme}':${n + 1}`,
          ),
        ),
      ].join(" ");
const toWholeQuery = ({ terms, marks }: MessageQuery): string =>
  toTsQuery(terms, [
    "'~@'",
    ...marks.map(
      (condition) =>
        `${condition.isNegated ? "!" : ""}(${condition.marks.map((mark) => `'~${mark}'`).join(" | ")})`,
    ),
  ]);

it("[API-070] [API-485] [API-251] messages match as PostgreSQL matches their words, and no block or body is left out that has one", async () => {
  const random = createSeededRandom(chooseSeed());
  let matched = 0;
  for (let round = 0; round < 150; round++) {
    const messages = Array.from({ length: 16 }, () => createMessage(random));
    const query = createQuery(random);
    const bodies = messages.map((message) => JSON.stringify(message));
    const matches = createMatcher(query);
    const found = bodies.map(matches);
    const v = createParameters(
      messages.map((message) => toVector(message, indexedText(message))),
      bodies,
    );
    const [row] = (
      await database.pools.writer.query<{ found: boolean[]; read: boolean[]; block: boolean }>(
        `select array_agg(q.words::tsvector @@ ${v.put(toWholeQuery(query))}::tsquery order by q.n) as found,
           array_agg(${mayContain("q.body", { messages: query }, v)} order by q.n) as read,
           ${v.put(buildBlockWords(messages).replaceAll(" ", " ~"))}::tsvector @@ ${v.put(toBlockQuery(query))}::tsquery as block
         from unnest($1::text[], $2::text[]) with ordinality q(words, body, n)`,
        [...v.list],
      )
    ).rows;
    const context = JSON.stringify([query, messages], null, 1);
    expect(found, context).toEqual(row?.found);
    expect(
      found.map((isFound, n) => isFound && row?.read[n] !== true),
      context,
    ).toEqual(found.map(() => false));
    if (found.includes(true)) expect(row?.block, context).toBe(true);
    matched += found.filter(Boolean).length;
  }
  expect(matched).toBeGreaterThan(100);
});
