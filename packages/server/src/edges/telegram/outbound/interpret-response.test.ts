import { describe, expect, it } from "vitest";
import type { EgressReply } from "../../../egress/index.ts";
import { interpretTelegramResponse } from "./interpret-response.ts";

const answered = (status: number, body: unknown): EgressReply => ({
  kind: "answered",
  status,
  headers: {},
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
  durationMs: 1,
});
const refused = (status: number, description: string, parameters?: object): EgressReply =>
  answered(status, { ok: false, error_code: status, description, parameters });

describe("[TG-041] responses of the Bot API", () => {
  it("a message that was taken is delivered", () => {
    expect(
      interpretTelegramResponse(answered(200, { ok: true, result: { message_id: 1 } })),
    ).toMatchObject({ outcome: "delivered", means: "delivered", error: null });
  });

  it.each([
    [403, "Forbidden: bot was blocked by the user", "blocked_by_user", /has blocked the bot/],
    [403, "Forbidden: user is deactivated", "forbidden", /user is deactivated/],
    [400, "Bad Request: chat not found", "chat_not_found", /deleted/],
    [400, "Bad Request: message text is empty", "refused", /text is empty/],
    [413, "Request Entity Too Large", "refused", /Too Large/],
  ])("%i %s is final and says why", (status, description, code, message) => {
    expect(interpretTelegramResponse(refused(status, description))).toMatchObject({
      outcome: "refused",
      means: "final",
      shownAtEnd: { code, message: expect.stringMatching(message) },
    });
  });

  it("429 is repeated after the time that Telegram asks for", () => {
    const result = interpretTelegramResponse(
      refused(429, "Too Many Requests: retry after 5", { retry_after: 5 }),
    );
    expect(result).toMatchObject({ means: "again", notBeforeMs: 5_000 });
    expect(result.shownNow?.message).toBe("Telegram asks to wait 5 s.");
    const unclear = interpretTelegramResponse(refused(429, "x", { retry_after: -1 }));
    expect(unclear.notBeforeMs).toBe(1_000);
  });

  it("a token that Telegram does not accept is repeated, because it can be replaced", () => {
    for (const status of [401, 404])
      expect(interpretTelegramResponse(refused(status, "Unauthorized"))).toMatchObject({
        means: "again",
        shownNow: { code: "invalid_token" },
      });
  });

  it.each([
    [answered(502, "<html>bad gateway</html>"), "bad_reply"],
    [answered(200, "{"), "bad_reply"],
    [answered(200, "[]"), "bad_reply"],
    [answered(200, { result: {} }), "bad_reply"],
    [refused(502, "Bad Gateway"), "http_error"],
    [answered(500, { ok: true }), "http_error"],
    [
      { kind: "failed", outcome: "timeout", message: "late", status: null, durationMs: 1 } as const,
      "timeout",
    ],
  ])("%j is repeated", (reply, outcome) => {
    expect(interpretTelegramResponse(reply)).toMatchObject({ outcome, means: "again" });
  });
});
