import type { Delivery } from "@parlour/protocol";
import {
  startIntegrator,
  startMailServer,
  startTestParlour,
  type FakeMailServer,
  type ReceivedMail,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** Tests how emails to operators about waiting chats are merged. */
let parlour: TestParlour;
let server: FakeMailServer;
let integrator: Awaited<ReturnType<typeof startIntegrator>>;
let operators: readonly TestOperator[];

beforeAll(async () => {
  [server, integrator, parlour] = await Promise.all([
    startMailServer(),
    startIntegrator(),
    startTestParlour(),
  ]);
  operators = [
    await parlour.operator("operator", "Ines"),
    await parlour.operator("operator", "Jonas"),
  ];
  const { host, port } = server;
  const mail = { host, port, tls: "none", from: "Shop <chat@shop.example>" };
  expect((await parlour.owner.call("PUT", "instance/mail", mail)).status).toBe(200);
});
afterAll(async () => {
  await parlour.close();
  await integrator.close();
  await server.stop();
});

const advanceClock = async (ms: number): Promise<void> => {
  for (let remainingMs = ms; remainingMs > 0; remainingMs -= 5_000) {
    await parlour.clock.advance(5_000);
    await parlour.settle();
  }
};
const findMails = ({ email }: TestOperator): ReceivedMail[] =>
  server.received.filter(({ to }) => to.includes(email));
const countDeliveries = async (): Promise<Record<string, number>> => {
  const rows = await parlour.sql<{ state: Delivery["state"]; n: number }>(
    "select state, count(*)::int as n from delivery where event = 'chat_waiting' group by state",
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
};

describe("emails about waiting chats", { shuffle: false }, () => {
  test("[CORE-365] [CORE-190] 200 chats of a minute are two emails to each operator, the second with their number", async () => {
    const channel = await parlour.channel(integrator.url, {
      operators: operators.map(({ id }) => id),
    });
    const send = (n: number) => parlour.sendCustomerMessage(channel, `flood-${n}`, `Question ${n}`);
    await send(0);
    await advanceClock(5_000);
    for (let n = 1; n < 200; n += 20) {
      await Promise.all(
        Array.from({ length: Math.min(20, 200 - n) }, (_, offset) => send(n + offset)),
      );
      await advanceClock(5_000);
    }
    await advanceClock(300_000);
    for (const operator of operators) {
      const [mail, ...more] = findMails(operator);
      expect(mail?.text).toContain("Question 0");
      expect(more).toEqual([]);
    }
    expect(await countDeliveries()).toEqual({ delivered: 1, pending: 199 });
    await advanceClock(300_000);
    for (const operator of operators) {
      const [, merged, ...more] = findMails(operator);
      expect(merged).toMatchObject({ subject: "200 chats are waiting" });
      expect(merged?.text).toContain("The longest has been waiting for 10 minutes.");
      expect(merged?.text).toMatch(/\/inbox\/waiting$/);
      expect(more).toEqual([]);
    }
    expect(await countDeliveries()).toEqual({ delivered: 200 });
    const last = await parlour.findChat("flood-199");
    await expect
      .poll(async () => (await parlour.messages(last.id)).map(({ line }) => line?.code))
      .toEqual(expect.arrayContaining(["ladder_mail", "ladder_mail_delivered"]));
  });

  test("[CORE-365] an operator who had no email gets it at once, with those who do not know of the chat", async () => {
    const [ines] = operators;
    const newcomer = await parlour.operator("operator", "Kim");
    const team = [ines?.id ?? 0];
    const alone = await parlour.channel(integrator.url, { operators: team });
    const shared = await parlour.channel(integrator.url, { operators: [...team, newcomer.id] });
    const before = server.received.length;
    const listSent = () =>
      server.received
        .slice(before)
        .filter(({ subject }) => subject.includes("waiting"))
        .map(({ subject, to, text }) => [to, /For \w+/.exec(text)?.[0] ?? subject]);
    await advanceClock(300_000);
    await parlour.sendCustomerMessage(alone, "alone", "For Ines");
    await advanceClock(60_000);
    await parlour.sendCustomerMessage(shared, "shared", "For both");
    await advanceClock(250_000);
    expect(listSent()).toEqual([[[ines?.email], "For Ines"]]);
    await advanceClock(60_000);
    expect(listSent().slice(1)).toEqual([
      [[ines?.email], "202 chats are waiting"],
      [[newcomer.email], "For both"],
    ]);
  });
});
