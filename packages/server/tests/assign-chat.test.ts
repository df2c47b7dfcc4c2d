import { startMailServer, startTestParlour, type TestParlour } from "@parlour/testkit";
import type { Chat } from "@parlour/protocol";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openRoutingFixture, type RoutingFixture } from "./routing-fixture.ts";

/** Chats that are given to an operator at once, also to one who is offline (API-461). */
const dayMs = 86_400_000;
let parlour: TestParlour;
let fixture: RoutingFixture;
beforeAll(async () => {
  parlour = await startTestParlour();
});
afterAll(() => parlour.close());
beforeEach(async () => {
  fixture = await openRoutingFixture(parlour);
});
afterEach(() => fixture.close());

/** Ivan takes the chat of a new customer and gives it to Olga, who is not online. */
async function giveToOlga(customer: string): Promise<number> {
  const { id } = await fixture.sendMessage(customer, "Is the lid there?");
  await fixture.ivan.call("POST", `chats/${id}/accept`);
  const answer = await fixture.ivan.call("POST", `chats/${id}/transfer`, {
    operator_id: fixture.olga.id,
    assign: true,
    comment: "She knows the kiln",
  });
  expect([answer.status, (answer.body as Chat).assignee]).toMatchObject([
    200,
    { id: fixture.olga.id },
  ]);
  return id;
}

test("[API-461] [CORE-341] a chat is given to an operator who is offline, with a notice; it stays theirs until they open it, over a restart", async () => {
  await fixture.connectOperator(fixture.ivan);
  const id = await giveToOlga("given-1");
  expect(await fixture.readChat(id)).toMatchObject({
    state: "open",
    participants: [{ id: fixture.olga.id }],
    assignment: {
      rules: ["assigned"],
      eligible: [fixture.olga.id],
      others: [{ operator_id: fixture.olga.id, reasons: ["offline"] }],
    },
    notices: [
      {
        kind: "assigned",
        to: { id: fixture.olga.id },
        by: { id: fixture.ivan.id },
        detail: "She knows the kiln",
        opened_at: null,
      },
    ],
  });
  expect((await fixture.readSystemMessages(id)).at(-1)).toMatchObject({
    code: "assigned",
    to: { id: fixture.olga.id },
    detail: "She knows the kiln",
  });
  await parlour.restart();
  await parlour.sendCustomerMessage(fixture.channel, "given-1", "Hello?");
  await fixture.advanceClock(10 * 60_000, 60_000);
  expect(await fixture.readChat(id)).toMatchObject({
    state: "open",
    assignee: { id: fixture.olga.id },
  });
  // After the operator has opened the chat, it waits again like every unattended chat (CORE-031).
  const olga = await fixture.connectOperator(fixture.olga);
  expect(
    ((await fixture.olga.call("GET", "chats?state=open&view=mine")).body.items as Chat[]).map(
      (chat) => chat.id,
    ),
  ).toContain(id);
  await fixture.olga.call("POST", `chats/${id}/notice`, { state: "opened" });
  await olga.goOffline();
  await fixture.advanceClock(6 * 60_000, 60_000);
  expect((await fixture.readChat(id)).state).toBe("waiting");
});

test("[CORE-342] administrators are reminded once a day of a given chat that nobody opened while its visitor waits", async () => {
  const id = await giveToOlga("given-2");
  await fixture.advanceClock(dayMs - 60_000, dayMs / 4);
  const countReminders = async (): Promise<number> =>
    (await fixture.readSystemMessages(id)).filter(
      ({ code, to }) => code === "ladder_remind" && to?.id === fixture.olga.id,
    ).length;
  expect(await countReminders()).toBe(0);
  await fixture.advanceClock(2 * dayMs, dayMs / 4);
  expect(await countReminders()).toBe(2);
  await fixture.olga.call("POST", `chats/${id}/messages`, {
    kind: "text",
    text: "It is",
    client_id: "answer",
  });
  await fixture.advanceClock(2 * dayMs, dayMs / 4);
  expect(await countReminders()).toBe(2);
});

test("[CORE-341] the operator gets an email with the chat if they were not online, none if they opened it first", async () => {
  const server = await startMailServer();
  try {
    await fixture.ann.call("PUT", "instance/mail", {
      host: server.host,
      port: server.port,
      tls: "none",
      from: "Shop <chat@shop.example>",
    });
    await giveToOlga("given-3");
    await parlour.settle();
    const [mail, ...others] = server.received;
    expect([mail?.to, others]).toEqual([[fixture.olga.email], []]);
    expect(mail?.text).toContain("Is the lid there?");
    expect(mail?.text).toContain("Ivan gave you the chat");
    await fixture.connectOperator(fixture.olga);
    const { id } = await fixture.sendMessage("given-4");
    await fixture.ivan.call("POST", `chats/${id}/accept`);
    await fixture.ivan.call("POST", `chats/${id}/transfer`, {
      operator_id: fixture.olga.id,
      assign: true,
    });
    await parlour.settle();
    expect(server.received).toHaveLength(1);
  } finally {
    await fixture.ann.call("DELETE", "instance/mail");
    await server.stop();
  }
});

test("[API-461] a department or an operator of another channel cannot be given a chat; nothing changes", async () => {
  const { id } = await fixture.sendMessage("given-5");
  await fixture.ivan.call("POST", `chats/${id}/accept`);
  const department = await fixture.ann.call("POST", "departments", { name: "Kiln" });
  const outsider = await parlour.operator("operator", "Outsider");
  for (const [body, field] of [
    [{ department_id: department.body.id }, "assign"],
    [{ operator_id: outsider.id }, "operator_id"],
    [{ operator_id: fixture.ivan.id }, "operator_id"],
  ] as const) {
    const answer = await fixture.ivan.call("POST", `chats/${id}/transfer`, {
      ...body,
      assign: true,
    });
    expect([answer.status, answer.body.error]).toMatchObject([400, { field }]);
  }
  expect((await fixture.readChat(id)).assignee?.id).toBe(fixture.ivan.id);
});
