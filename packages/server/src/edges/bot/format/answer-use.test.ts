import { expect, test } from "vitest";
import type { EgressReply } from "../../../egress/index.ts";
import { createReply } from "../../../egress/reply.fixture.ts";
import { buildBotResponseUsage } from "./answer-use.ts";

const summarize = (reply: EgressReply) => {
  const use = buildBotResponseUsage(reply);
  return (
    use && {
      taken: use.taken.map(({ field }) => field),
      ignored: use.ignored.map(({ field, reason }) => `${field} ${reason}`),
    }
  );
};

test("[BOT-093] [BOT-051] of a success only the status is used; an ok is not listed", () => {
  for (const body of ["", "thanks", { result: "ok" }, []])
    expect(summarize(createReply(body))).toEqual({ taken: ["status"], ignored: [] });
  expect(summarize(createReply({ result: "ok", text: "Hello" }))).toEqual({
    taken: ["status"],
    ignored: ["text body_not_read"],
  });
});

test("[BOT-093] [BOT-092] an event in the body is ignored because bots post their events", () => {
  const event = { event: "BOT_MESSAGE", message: { type: "TEXT" } };
  for (const body of [event, [event]])
    expect(summarize(createReply(body))).toEqual({
      taken: ["status"],
      ignored: ["event answer_in_reply", "message body_not_read"],
    });
});

test("[BOT-093] [BOT-086] of a refusal the status and the words of the error are used", () => {
  expect(summarize(createReply({ error: { code: "busy", message: "Later" } }, 503))).toEqual({
    taken: ["status", "error.code", "error.message"],
    ignored: [],
  });
  expect(
    summarize(createReply({ error: { code: 7, message: "Later", trace: "x" }, id: 1 }, 400)),
  ).toEqual({
    taken: ["status", "error.message"],
    ignored: ["error.code wrong_type", "error.trace unknown_field", "id unknown_field"],
  });
  expect(summarize(createReply({ error: "Later" }, 400))).toEqual({
    taken: ["status"],
    ignored: ["error wrong_type"],
  });
});

test("[BOT-093] there is no use without an answer", () => {
  expect(
    buildBotResponseUsage({
      kind: "failed",
      outcome: "timeout",
      status: null,
      message: "",
      durationMs: 5,
    }),
  ).toBeNull();
  expect(
    summarize({
      kind: "failed",
      outcome: "reply_too_large",
      status: 200,
      message: "",
      durationMs: 5,
    }),
  ).toEqual({
    taken: ["status"],
    ignored: [],
  });
});
