import type { Message, SystemMessageData } from "@parlour/protocol";
import { describe, expect, it } from "vitest";
import { messagePreview, formatSystemMessage, messagePlainText } from "./format-message.ts";

const message = (more: Partial<Message>): Message => ({
  seq: 1,
  id: 1,
  chat_id: 1,
  author: { kind: "bot", id: 1, name: "Oleg" },
  kind: "text",
  text: "",
  created_at: "2026-11-20T10:00:00.000Z",
  ...more,
});
const line = (code: string, more: Partial<SystemMessageData> = {}) =>
  formatSystemMessage(message({ text: "the server's words", line: { code, ...more } }));

describe("words of messages", () => {
  it("[RULE-020] a line of a rule names the rule", () => {
    const ofRule = (code: string, more: Partial<SystemMessageData>) =>
      formatSystemMessage(
        message({ line: { code, by: null, ...more }, cause: { kind: "rule", id: 3, name: "VIP" } }),
      );
    expect(ofRule("tagged", { detail: "Gold" })).toBe("Rule VIP added tags: Gold");
    expect(ofRule("assigned", { to: { id: 2, name: "Ann" } })).toContain("Rule VIP");
    expect(ofRule("closed", { detail: "rule" })).toBe("Rule VIP closed the chat");
  });

  it("[BOT-053] [BOT-070] [BOT-077] [BOT-102] each system line of a bot has words of its own, a failure its reason", () => {
    expect(line("bot_started", { detail: "Oleg" })).toBe("Oleg (bot) took the chat");
    expect(line("bot_started")).toBe("The bot took the chat");
    expect(line("bot_failed", { detail: "timeout" })).toBe(
      "Handed over: the bot did not respond (no response within 3 s)",
    );
    expect(line("bot_failed", { detail: "http_error 503" })).toBe(
      "Handed over: the bot did not respond (its server returned an error, HTTP 503)",
    );
    expect(line("bot_failed", { detail: "something_new" })).toBe(
      "Handed over: the bot did not respond (something_new)",
    );
    const codes = [
      "invited",
      "invite_unavailable",
      "invite_expired",
      "bot_off",
      "bot_sender_unverified",
      "bot_silent",
      "crm_assigned",
      "call_ended",
    ];
    const words = codes.map((code) => line(code));
    expect(new Set(words).size).toBe(codes.length);
    expect(words.some((text) => text === "the server's words" || text.includes("line."))).toBe(
      false,
    );
  });
  it("[CORE-100] calls stand in the log with their kind and end; an unknown code keeps the server's words", () => {
    expect([
      line("call_started", { detail: "callback" }),
      line("call_ended", { detail: "no_answer_agent" }),
      line("call_started"),
    ]).toEqual([
      "The visitor requested a call-back",
      "The call failed: no operator answered",
      "the server's words",
    ]);
    expect(line("of_the_future")).toBe("the server's words");
  });
  it("[CORE-190] a mail is being sent until its server accepted it; a failure names its reason", () => {
    expect(line("ladder_mail_delivered")).toBe(
      "The email about this chat was accepted by the server",
    );
    expect(line("ladder_push_delayed", { detail: "connect_failed" })).toBe(
      "The push notification has not been delivered yet (the connection to its server failed). Parlour will try again",
    );
    expect(line("transcript_mailed_failed", { detail: "recipient_refused" })).toBe(
      "The email with the conversation was not delivered (recipient refused)",
    );
    const kinds = ["ladder_push", "ladder_mail", "ladder_remind", "transcript_mailed"];
    for (const kind of kinds)
      for (const result of ["delivered", "delayed", "failed"])
        expect(line(`${kind}_${result}`, { detail: "timeout" })).not.toBe("the server's words");
  });
  it("[BOT-041] [BOT-042] a message of nodes or buttons has a line without its fallback", () => {
    const nodes = [
      { type: "text" as const, text: "It is " },
      {
        type: "bold" as const,
        nodes: [
          {
            type: "link" as const,
            url: "https://a.example",
            nodes: [{ type: "text" as const, text: "on its way" }],
          },
        ],
      },
    ];
    expect(messagePlainText(message({ kind: "markdown", nodes }))).toBe("It is on its way");
    expect(messagePlainText(message({ kind: "markdown", nodes, text: "plain" }))).toBe("plain");
    expect(
      messagePreview(
        message({ kind: "buttons", title: "Which?", buttons: [{ id: "1", text: "A" }] }),
      ),
    ).toBe("Which? · A");
  });
});
