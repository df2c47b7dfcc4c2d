import fc from "fast-check";
import { expect, test } from "vitest";
import { addToken, createReplyTokens, parseRecipient } from "./reply-address.ts";

const tokens = createReplyTokens(Buffer.alloc(32, 7));
const channel = { account: 1, publicId: "AbCdEf1234" };

test("[MAIL-033] a token names a chat or a visitor, in any case of its letters", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.boolean(), (id, isChat) => {
      const target = isChat ? { chat: id } : { visitor: id };
      const token = tokens.create(channel, target);
      expect(token).toMatch(/^[a-z2-7]{24}$/);
      expect(tokens.open(channel, token)).toEqual(target);
      expect(tokens.open(channel, token.toUpperCase())).toEqual(target);
    }),
  );
});
test("[MAIL-033] a token with one other character, of another channel, account or key is refused", () => {
  const token = tokens.create(channel, { chat: 412 });
  for (let n = 0; n < token.length; n++) {
    const other = token[n] === "a" ? "b" : "a";
    expect(tokens.open(channel, token.slice(0, n) + other + token.slice(n + 1))).toBeNull();
  }
  expect(tokens.open({ ...channel, publicId: "OtHeR12345" }, token)).toBeNull();
  expect(tokens.open({ ...channel, account: 2 }, token)).toBeNull();
  expect(createReplyTokens(Buffer.alloc(32, 8)).open(channel, token)).toBeNull();
  for (const text of ["", "abc", `${token}a`, `${token}aaaaaaaa`, "1".repeat(24), "é".repeat(24)])
    expect(tokens.open(channel, text)).toBeNull();
});
test("[MAIL-033] a recipient is the address itself, the address with a token, or another one", () => {
  const address = "Shop@a.example";
  expect(addToken(address, "tok")).toBe("Shop+tok@a.example");
  expect(parseRecipient(address, "shop+ToK@A.example")).toBe("tok");
  expect(parseRecipient(address, "shop@a.example")).toBe("");
  for (const other of [
    "shop@b.example",
    "shopper@a.example",
    "x+tok@a.example",
    "shop+tok@a.example.b",
    "",
  ])
    expect(parseRecipient(address, other)).toBeNull();
});
