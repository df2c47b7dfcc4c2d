import type { Message, MessageDelivery } from "@parlour/protocol";
import { describe, expect, it } from "vitest";
import { countUnknownRecipients, getDeliveryStatus as getStatus } from "./delivery-status.ts";

const message = (
  delivery: Partial<MessageDelivery> | null,
  more: Partial<Message> = {},
): Message => ({
  seq: 1,
  id: 1,
  chat_id: 1,
  author: { kind: "operator", id: 1, name: "Me" },
  kind: "text",
  text: "x",
  created_at: "",
  ...(delivery && {
    delivery: { id: 1, state: "pending", attempts: 0, error: null, next_at: null, ...delivery },
  }),
  ...more,
});
const getDeliveryStatus = (one: Message) => getStatus(one, "api");
const error = (code: string, text: string) => ({ code, message: text });

describe("marks of a message", () => {
  it("[CORE-052] committed is Saved, after a failed attempt Retrying with the number of the next one", () => {
    expect(getDeliveryStatus(message({}))).toEqual({ kind: "saved" });
    expect(
      getDeliveryStatus(message({ attempts: 1, next_at: "t", error: error("timeout", "x") })),
    ).toEqual({
      kind: "retrying",
      next: 2,
      nextAt: "t",
      reason: null,
    });
    expect(getDeliveryStatus(message({ state: "delivered", attempts: 2 }))).toEqual({
      kind: "delivered",
    });
    expect(getDeliveryStatus(message({ state: "delivered" }, { seen_at: "t" }))).toEqual({
      kind: "seen",
    });
    expect(getDeliveryStatus(message(null))).toEqual({ kind: "saved" });
    expect(getDeliveryStatus(message(null, { received_at: "t" }))).toEqual({ kind: "delivered" });
  });
  it("[CORE-052] [CORE-287] a failed message stays failed below a mark; another one that the device received is Delivered", () => {
    const marks = { received_at: "t", seen_at: "t" };
    expect(getDeliveryStatus(message({ state: "failed", attempts: 1 }, marks))?.kind).toBe(
      "failed",
    );
    // The response of the endpoint was lost, and its report came first.
    expect(getDeliveryStatus(message({ attempts: 1 }, { received_at: "t" }))?.kind).toBe(
      "delivered",
    );
  });
  it("[CORE-052] [CORE-289] a failure of a service has a text of Parlour; the same code of an integrator has none", () => {
    const failed = { state: "failed", attempts: 1, error: error("blocked_by_user", "x") } as const;
    expect(getStatus(message(failed), "telegram")).toMatchObject({
      reason: { serviceCode: "blocked" },
    });
    expect(getStatus(message(failed), "api")).toMatchObject({ reason: { integratorText: "x" } });
    const bounced = { ...failed, error: error("5.1.1", "550 no such user") };
    expect(getStatus(message(bounced), "mail")).toMatchObject({
      reason: { serviceCode: "address" },
    });
  });
  it("[MAIL-142] [MAIL-143] failed recipients count until the email was sent to them again", () => {
    const recipient = { address: "a@b.example", code: "5.2.2", message: "" };
    const delivered = (state: "failed" | "sent") =>
      message({ state: "delivered", attempts: 1, failed_recipients: [{ ...recipient, state }] });
    expect(getStatus(delivered("failed"), "mail")).toMatchObject({ kind: "failed", reason: null });
    expect(getStatus(delivered("sent"), "mail")).toEqual({ kind: "sent" });
    const address = { address: "a@b.example", name: "", source: "thread" } as const;
    const email = { subject: "", to: [address], cc: [address], bcc: [] };
    const failed = (code: string, to = email) =>
      message({ state: "failed", attempts: 1, error: error(code, "x") }, { email: to });
    expect(countUnknownRecipients(failed("5.2.2"))).toBe(2);
    expect(countUnknownRecipients(failed("refused"))).toBe(0);
    expect(countUnknownRecipients(failed("5.2.2", { ...email, cc: [] }))).toBe(0);
  });
  it("[CORE-288] what a service accepted is Sent until it reports more", () => {
    const accepted = { state: "delivered", attempts: 1 } as const;
    expect(getStatus(message(accepted), "whatsapp")).toEqual({ kind: "sent" });
    expect(getStatus(message(accepted, { received_at: "t" }), "whatsapp")).toEqual({
      kind: "delivered",
    });
    expect(getStatus(message(accepted, { seen_at: "t" }), "whatsapp")).toEqual({ kind: "seen" });
    expect(getStatus(message({ attempts: 4, next_at: "t" }), "mail")).toMatchObject({
      kind: "retrying",
      next: null,
    });
  });
  it("[CH-083] temporary, rate_limited and internal stay silent while retrying and speak at the end; others speak at once", () => {
    for (const code of ["temporary", "rate_limited", "internal"]) {
      expect(getDeliveryStatus(message({ attempts: 1, error: error(code, "full") }))).toMatchObject(
        {
          kind: "retrying",
          reason: null,
        },
      );
      expect(
        getDeliveryStatus(message({ state: "failed", attempts: 3, error: error(code, "full") })),
      ).toMatchObject({
        kind: "failed",
        reason: { integratorText: "full" },
      });
    }
    expect(
      getDeliveryStatus(message({ attempts: 1, error: error("odd", "no room") })),
    ).toMatchObject({ reason: { integratorText: "no room" } });
  });
  it("[CH-083] a missing message shows the code, the text is cut at 300", () => {
    expect(
      getDeliveryStatus(
        message({ state: "failed", attempts: 1, error: error("recipient_blocked", "") }),
      ),
    ).toMatchObject({
      reason: { integratorText: "recipient_blocked" },
    });
    expect(
      getDeliveryStatus(
        message({ state: "failed", attempts: 1, error: error("x", "y".repeat(999)) }),
      ),
    ).toMatchObject({
      reason: { integratorText: "y".repeat(300) },
    });
  });
  it("[CH-082] silent is Not delivered without a reason", () => {
    expect(
      getDeliveryStatus(
        message({ state: "failed", attempts: 1, error: error("silent", "secret") }),
      ),
    ).toEqual({
      kind: "failed",
      reason: null,
      attempts: 1,
    });
  });
  it("[CORE-052] notes, visitors and system lines carry no mark", () => {
    expect(getDeliveryStatus(message({}, { kind: "note" }))).toBeNull();
    expect(
      getDeliveryStatus(message(null, { author: { kind: "visitor", id: 1, name: "" } })),
    ).toBeNull();
  });
});
