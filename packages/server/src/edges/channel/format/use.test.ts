import { expect, test } from "vitest";
import type { EgressReply } from "../../../egress/index.ts";
import { answered } from "../../../egress/reply.fixture.ts";
import { channelUse } from "./use.ts";

const usedOf = (reply: EgressReply) => {
  const used = channelUse(reply);
  return used && { taken: used.taken.map(({ field }) => field), ignored: used.ignored.map(({ field, reason }) => `${field} ${reason}`) };
};

test("[API-150] of a channel's answer the result is used, or the words of its error", () => {
  expect(usedOf(answered({ result: " OK " }))).toEqual({ taken: ["result"], ignored: [] });
  expect(usedOf(answered({ result: "no" }))).toEqual({ taken: ["result"], ignored: [] });
  expect(usedOf(answered({ result: "ok", error: null, message: { id: "7" } }))).toEqual({
    taken: ["result"],
    ignored: ["message unknown_field"],
  });
  expect(usedOf(answered({ result: "ok", error: { code: "temporary", message: "busy", trace: "x" } }))).toEqual({
    taken: ["error.code", "error.message"],
    ignored: ["result error_decides", "error.trace unknown_field"],
  });
  expect(usedOf(answered({ error: "no such customer" }))).toEqual({ taken: ["error"], ignored: [] });
  expect(usedOf(answered({ error: { code: {}, message: 7 } }))).toEqual({ taken: ["error.message"], ignored: ["error.code wrong_type"] });
  // An error without text is shown with the text of the result (CH-083).
  expect(usedOf(answered({ result: "refused", error: {} }))).toEqual({ taken: ["result", "error"], ignored: [] });
});

test("[API-150] [CH-082] a code that hides the text says so", () => {
  for (const code of ["silent", "duplicate"])
    expect(usedOf(answered({ error: { code, message: "seen before" } }))).toEqual({
      taken: ["error.code"],
      ignored: ["error.message code_hides_text"],
    });
});

test("[API-150] [CH-080] another status than 2xx decides before an ok", () => {
  expect(usedOf(answered({ result: "ok" }, 500))).toEqual({ taken: ["status"], ignored: ["result status_decides"] });
  expect(usedOf(answered({ error: { code: "rate_limited" } }, 429))).toEqual({ taken: ["status", "error.code"], ignored: [] });
  expect(usedOf({ kind: "failed", outcome: "reply_too_large", status: 502, message: "", durationMs: 5 })).toEqual({
    taken: ["status"],
    ignored: [],
  });
});

test("[API-150] nothing is used of an answer without an object, and there is no use without an answer", () => {
  for (const body of ["", "thanks", "<html>", "[]", '"ok"']) expect(usedOf(answered(body))).toEqual({ taken: [], ignored: [] });
  expect(usedOf(answered('"{\\"result\\":\\"ok\\"}"'))).toEqual({ taken: ["result"], ignored: [] });
  expect(channelUse({ kind: "failed", outcome: "timeout", status: null, message: "", durationMs: 5 })).toBeNull();
});

test("[API-150] an answer of nothing but unknown keys stays small, and no content of a field is kept", () => {
  const keys = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`${"k".repeat(200)}${n}`, "secret words"]));
  const used = channelUse(answered({ result: "ok", ...keys }));
  expect([used?.ignored.length, used?.ignored_count]).toEqual([20, 2_000]);
  expect(JSON.stringify(used)).not.toContain("secret");
  expect(JSON.stringify(used).length).toBeLessThan(4_096);
});
