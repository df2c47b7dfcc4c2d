import { expect, test } from "vitest";
import type { EgressReply } from "../../../egress/index.ts";
import { createReply } from "../../../egress/reply.fixture.ts";
import { buildChannelResponseUsage } from "./answer-use.ts";

const summarize = (reply: EgressReply) => {
  const use = buildChannelResponseUsage(reply);
  return (
    use && {
      taken: use.taken.map(({ field }) => field),
      ignored: use.ignored.map(({ field, reason }) => `${field} ${reason}`),
    }
  );
};

test("[API-150] [API-330] of a channel's answer the result is used, or the words of its error", () => {
  expect(summarize(createReply({ result: " OK " }))).toEqual({ taken: ["result"], ignored: [] });
  expect(summarize(createReply({ result: "no" }))).toEqual({ taken: ["result"], ignored: [] });
  expect(summarize(createReply({ result: "ok", error: null, message: { id: "7" } }))).toEqual({
    taken: ["result"],
    ignored: ["message unknown_field"],
  });
  expect(
    summarize(
      createReply({ result: "ok", error: { code: "temporary", message: "busy", trace: "x" } }),
    ),
  ).toEqual({
    taken: ["error.code", "error.message"],
    ignored: ["result error_decides", "error.trace unknown_field"],
  });
  expect(summarize(createReply({ error: "no such customer" }))).toEqual({
    taken: ["error"],
    ignored: [],
  });
  expect(summarize(createReply({ error: { code: {}, message: 7 } }))).toEqual({
    taken: ["error.message"],
    ignored: ["error.code wrong_type"],
  });
  // If an error has no text, the text of the result is shown (CH-083).
  expect(summarize(createReply({ result: "refused", error: {} }))).toEqual({
    taken: ["result", "error"],
    ignored: [],
  });
});

test("[API-150] [CH-082] [API-330] a code that hides the text says so", () => {
  for (const code of ["silent", "duplicate"])
    expect(summarize(createReply({ error: { code, message: "seen before" } }))).toEqual({
      taken: ["error.code"],
      ignored: ["error.message code_hides_text"],
    });
});

test("[API-150] [CH-080] [API-330] another status than 2xx decides before an ok", () => {
  expect(summarize(createReply({ result: "ok" }, 500))).toEqual({
    taken: ["status"],
    ignored: ["result status_decides"],
  });
  expect(summarize(createReply({ error: { code: "rate_limited" } }, 429))).toEqual({
    taken: ["status", "error.code"],
    ignored: [],
  });
  expect(
    summarize({
      kind: "failed",
      outcome: "reply_too_large",
      status: 502,
      message: "",
      durationMs: 5,
    }),
  ).toEqual({
    taken: ["status"],
    ignored: [],
  });
});

test("[API-150] nothing is used of an answer without an object, and there is no use without an answer", () => {
  for (const body of ["", "thanks", "<html>", "[]", '"ok"'])
    expect(summarize(createReply(body))).toEqual({ taken: [], ignored: [] });
  expect(summarize(createReply('"{\\"result\\":\\"ok\\"}"'))).toEqual({
    taken: ["result"],
    ignored: [],
  });
  expect(
    buildChannelResponseUsage({
      kind: "failed",
      outcome: "timeout",
      status: null,
      message: "",
      durationMs: 5,
    }),
  ).toBeNull();
});

test("[API-150] an answer of nothing but unknown keys stays small, and no content of a field is kept", () => {
  const keys = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, n) => [`${"k".repeat(200)}${n}`, "secret words"]),
  );
  const use = buildChannelResponseUsage(createReply({ result: "ok", ...keys }));
  expect([use?.ignored.length, use?.ignored_count]).toEqual([20, 2_000]);
  expect(JSON.stringify(use)).not.toContain("secret");
  expect(JSON.stringify(use).length).toBeLessThan(4_096);
});
