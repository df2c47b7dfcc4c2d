import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWebhookFixture, type WebhookFixture } from "./webhook-fixture.ts";

let fixture: WebhookFixture;
beforeAll(async () => {
  fixture = await openWebhookFixture({ path: "/a%2Fb/./c/../x/?q=1&r=%20|'#part" });
});
afterAll(() => fixture.close());

describe("requests", () => {
  test(
    "[WH-002] [WH-003] [WH-073] [WH-011] [WH-013] the life of a chat, each event once, signed, in order, at the address as entered",
    { meta: { pin: "main path of the webhooks" } },
    async () => {
      const { receiver, parlour } = fixture;
      const chat = await fixture.startChat("first", {
        sender: { name: "Nadia Ross", phone: "+49 (30) 111-222" },
      });
      await fixture.acceptChat(chat.id);
      await parlour.owner.call("POST", `chats/${chat.id}/messages`, {
        kind: "text",
        text: "Hi Nadia",
        client_id: "a",
      });
      await parlour.owner.call("POST", `chats/${chat.id}/messages`, {
        kind: "note",
        text: "a secret note",
        client_id: "b",
      });
      await fixture.closeChat(chat.id);
      await parlour.settle();

      expect(receiver.requests.map(({ event, seq, chatId }) => ({ event, seq, chatId }))).toEqual([
        { event: "chat_accepted", seq: 1, chatId: chat.id },
        { event: "chat_finished", seq: 2, chatId: chat.id },
      ]);
      const [accepted, finished] = receiver.requests;
      expect(accepted?.path).toBe("/a%2Fb/./c/../x/?q=1&r=%20|'");
      expect(accepted?.headers).toMatchObject({
        "content-type": "application/json; charset=utf-8",
        accept: "application/json",
        "parlour-event": "chat_accepted",
        "parlour-seq": "1",
      });
      expect(accepted?.headers["user-agent"]).toMatch(/^Parlour\/\d/);
      for (const one of receiver.requests) {
        const { id, text, headers } = one;
        const at = Number(headers["webhook-timestamp"]) * 1_000;
        expect(Math.abs(at - parlour.clock.now())).toBeLessThan(1_000);
        const signed = {
          "webhook-id": id,
          "webhook-timestamp": String(headers["webhook-timestamp"]),
          "webhook-signature": String(headers["webhook-signature"]),
        };
        expect(new Webhook(fixture.webhook.signing_secret ?? "").sign(id, new Date(at), text)).toBe(
          signed["webhook-signature"],
        );
      }
      expect(accepted?.body).toMatchObject({
        widget_id: fixture.channel.publicId,
        visitor: {
          name: "Nadia Ross",
          phone: "+49 (30) 111-222",
          email: "",
          number: "1",
          chats_count: 1,
        },
        agent: { id: String(parlour.owner.id), name: "Ann", email: "ann@example.test" },
      });
      expect(finished?.body.chat.messages.map((m: { message: string }) => m.message)).toEqual([
        "Hello",
        "Hi Nadia",
      ]);
      expect(finished?.body.agents).toEqual([
        { id: String(parlour.owner.id), name: "Ann", phone: "", email: "ann@example.test" },
      ]);
      expect(finished?.text).not.toContain("secret note");
      expect(await fixture.readDeliveries()).toMatchObject([
        { event: "chat_accepted", chat_id: chat.id, state: "delivered", tries: 1 },
        { event: "chat_finished", chat_id: chat.id, state: "delivered", tries: 1 },
      ]);
    },
  );
});
