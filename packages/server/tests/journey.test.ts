import {
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

let parlour: TestParlour;
let integrator: FakeIntegrator;
beforeAll(async () => {
  integrator = await startIntegrator();
  parlour = await startTestParlour();
});
afterAll(async () => {
  await parlour.close();
  await integrator.close();
});

test(
  "[CH-043] [CH-071] a message comes in, an operator answers, the integrator receives it once with the same id",
  { meta: { pin: "main path of the chat channel" } },
  async () => {
    const channel = await parlour.channel(`${integrator.url}/hook`);
    const body =
      '{"sender":{"id":12345678901234567890,"name":"Nadia"},"message":{"type":"text","text":"Is size 42 back in stock?"}}';
    const answer = await parlour.call(
      "POST",
      `/channel/${channel.randomString}/${channel.publicId}`,
      body,
    );
    expect([answer.status, answer.text]).toEqual([200, '{"result":"ok"}']);

    const chat = await parlour.findChat("12345678901234567890");
    expect(chat).toMatchObject({
      state: "waiting",
      visitor: { number: 1, name: { value: "Nadia", source: "channel" } },
      unread: 1,
    });
    expect((await parlour.owner.call("POST", `chats/${chat.id}/accept`, {})).status).toBe(200);
    const sent = await parlour.owner.call("POST", `chats/${chat.id}/messages`, {
      kind: "text",
      text: "Yes, three pairs left.",
      client_id: "one",
    });
    expect(sent.status).toBe(201);

    await integrator.waitForRequests(1);
    await parlour.settle();
    expect(integrator.received).toHaveLength(1);
    const received = integrator.received[0];
    expect(received?.path).toBe(`/hook/${channel.publicId}`);
    expect(received?.body).toContain('"recipient":{"id":12345678901234567890}');
    expect(JSON.parse(received?.body ?? "{}")).toMatchObject({
      sender: { name: "Ann", photo: "" },
      message: { type: "text", id: String(sent.body.id), text: "Yes, three pairs left." },
    });
    const [, , last] = await parlour.messages(chat.id);
    expect(last).toMatchObject({
      text: "Yes, three pairs left.",
      delivery: { state: "delivered", attempts: 1, error: null },
    });
  },
);
