import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import {
  startTestParlour,
  type ApiResponse,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { openRoutingFixture, type RoutingFixture } from "./routing-fixture.ts";

/** Transfers and invitations over the service API (API-025). */
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

const callChatAction = (
  operator: TestOperator,
  chat: number,
  action: string,
  body: unknown = {},
): Promise<ApiResponse> => operator.call("POST", `chats/${chat}/${action}`, body);
const toStatusAndCode = (answer: ApiResponse): readonly [number, string] => [
  answer.status,
  answer.body.error?.code,
];
const createAcceptedChat = async (customer = "c1"): Promise<number> => {
  const chat = await fixture.sendMessage(customer);
  await callChatAction(fixture.ivan, chat.id, "accept");
  return chat.id;
};

it("[API-025] [CORE-036] to a colleague: he is told, refuses with a reason or takes it; nobody else can", async () => {
  const olga = await fixture.connectOperator(fixture.olga);
  const chat = await createAcceptedChat();
  const response = await callChatAction(fixture.ivan, chat, "transfer", {
    operator_id: fixture.olga.id,
    comment: " A refund ",
  });
  expect([response.status, response.body.transfer]).toMatchObject([
    200,
    { to: { id: fixture.olga.id }, comment: "A refund" },
  ]);
  expect(
    toStatusAndCode(
      await callChatAction(fixture.ivan, chat, "transfer", { operator_id: fixture.olga.id }),
    ),
  ).toEqual([409, "transfer_open"]);
  expect(toStatusAndCode(await callChatAction(fixture.ann, chat, "transfer/accept"))).toEqual([
    409,
    "no_transfer",
  ]);
  expect(
    (await callChatAction(fixture.olga, chat, "transfer/refuse", { reason: "At lunch" })).status,
  ).toBe(200);
  expect(toStatusAndCode(await callChatAction(fixture.olga, chat, "transfer/accept"))).toEqual([
    409,
    "no_transfer",
  ]);
  await callChatAction(fixture.ivan, chat, "transfer", { operator_id: fixture.olga.id });
  const accepted = await callChatAction(fixture.olga, chat, "transfer/accept");
  expect(accepted.body).toMatchObject({
    assignee: { id: fixture.olga.id },
    participants: [{ id: fixture.olga.id }],
    transfer: null,
  });
  expect(await fixture.readSystemMessageCodes(chat)).toEqual([
    "offered",
    "accepted",
    "transfer_offered",
    "transfer_refused",
    "transfer_offered",
    "transfer_accepted",
  ]);
  expect((await fixture.readSystemMessages(chat))[3]).toMatchObject({ detail: "At lunch" });
  expect(
    olga.frames.some(
      (frame) => frame.name === "chat_updated" && JSON.stringify(frame).includes('"transfer":{'),
    ),
  ).toBe(true);
});

it("[API-025] [CORE-042] 30 s without answer, over a restart: it stays with the sender", async () => {
  await fixture.connectOperator(fixture.olga);
  const chat = await createAcceptedChat();
  await callChatAction(fixture.ivan, chat, "messages", {
    kind: "text",
    text: "Hi",
    client_id: "a",
  });
  await callChatAction(fixture.ivan, chat, "transfer", { operator_id: fixture.olga.id });
  await fixture.advanceClock(10_000);
  await fixture.parlour.restart();
  await fixture.connectOperator(fixture.olga);
  await fixture.advanceClock(25_000);
  expect(await fixture.readChat(chat)).toMatchObject({
    assignee: { id: fixture.ivan.id },
    transfer: null,
  });
  expect((await fixture.readSystemMessageCodes(chat)).at(-1)).toBe("transfer_expired");
});

it("[CORE-150] [API-136] [CORE-218] a decline is stored as a notice for the sender until dismissed, over a restart; developers do not read the reason", async () => {
  await fixture.connectOperator(fixture.olga);
  const developer = await fixture.parlour.operator("developer");
  const chat = await createAcceptedChat();
  await callChatAction(fixture.ivan, chat, "transfer", { operator_id: fixture.olga.id });
  await callChatAction(fixture.olga, chat, "transfer/refuse", { reason: "At lunch" });
  await fixture.parlour.restart();
  const stored = {
    kind: "transfer_declined",
    to: { id: fixture.ivan.id },
    by: { id: fixture.olga.id, name: "Olga" },
    opened_at: null,
  };
  const { body: list } = await fixture.ivan.call("GET", "chats?state=open");
  expect(list.items[0].notices).toMatchObject([{ ...stored, detail: "At lunch" }]);
  expect((await developer.call("GET", `chats/${chat}`)).body.notices).toMatchObject([
    { ...stored, detail: "•••" },
  ]);
  const socket = await fixture.connectOperator(developer);
  // A mark of another operator changes nothing.
  await callChatAction(fixture.olga, chat, "notice", { state: "dismissed" });
  const opened = await callChatAction(fixture.ivan, chat, "notice", { state: "opened" });
  expect(opened.body.notices[0].opened_at).not.toBeNull();
  await expect.poll(() => JSON.stringify(socket.frames)).toContain('"notices":[');
  expect(JSON.stringify(socket.frames)).not.toContain("lunch");
  const dismissed = await callChatAction(fixture.ivan, chat, "notice", { state: "dismissed" });
  expect([
    dismissed.status,
    dismissed.body.notices,
    (await fixture.readChat(chat)).notices,
  ]).toEqual([200, undefined, undefined]);
  expect((await callChatAction(fixture.ivan, chat, "notice", { state: "dismissed" })).status).toBe(
    200,
  );
  expect((await callChatAction(fixture.ivan, chat, "notice", { state: "gone" })).status).toBe(400);
});

it("[API-135] a transfer is withdrawn at any time before its answer, repeatedly without harm", async () => {
  await fixture.connectOperator(fixture.olga);
  const chat = await createAcceptedChat();
  await callChatAction(fixture.ivan, chat, "transfer", { operator_id: fixture.olga.id });
  expect(toStatusAndCode(await callChatAction(fixture.olga, chat, "transfer/withdraw"))).toEqual([
    403,
    "forbidden",
  ]);
  for (let n = 0; n < 2; n += 1) {
    const answer = await callChatAction(fixture.ivan, chat, "transfer/withdraw");
    expect([answer.status, answer.body.transfer, answer.body.notices]).toEqual([
      200,
      null,
      undefined,
    ]);
  }
  expect((await fixture.readSystemMessageCodes(chat)).slice(-2)).toEqual([
    "transfer_offered",
    "transfer_withdrawn",
  ]);
  expect(toStatusAndCode(await callChatAction(fixture.olga, chat, "transfer/accept"))).toEqual([
    409,
    "no_transfer",
  ]);
  await callChatAction(fixture.ivan, chat, "transfer", { operator_id: fixture.olga.id });
  for (const _ of ["accept", "repeat"])
    expect((await callChatAction(fixture.olga, chat, "transfer/accept")).status).toBe(200);
  const lateResponse = await callChatAction(fixture.ivan, chat, "transfer/withdraw");
  expect([toStatusAndCode(lateResponse), lateResponse.body.error.by]).toMatchObject([
    [409, "already_accepted"],
    { id: fixture.olga.id },
  ]);
});

it("[CORE-150] a target who goes offline ends the transfer after 10 s, with a notice", async () => {
  const olga = await fixture.connectOperator(fixture.olga);
  const chat = await createAcceptedChat();
  await callChatAction(fixture.ivan, chat, "transfer", { operator_id: fixture.olga.id });
  await olga.goOffline();
  await fixture.advanceClock(11_000, 1_000);
  expect((await fixture.readSystemMessageCodes(chat)).at(-1)).toBe("transfer_offline");
  expect((await fixture.readChat(chat)).notices).toMatchObject([
    { kind: "transfer_offline", to: { id: fixture.ivan.id } },
  ]);
});

it("[CORE-151] [API-137] a skipped chat stays skipped over a restart, until it is offered to the same operator again", async () => {
  await fixture.updateRouting({ mode: "round_robin", offer_s: 30, next_s: 60 });
  await fixture.connectOperator(fixture.olga);
  const chat = await fixture.sendMessage("c1");
  expect(chat.wait?.offered).toEqual([fixture.olga.id]);
  // Ivan has no offer to skip.
  expect((await callChatAction(fixture.ivan, chat.id, "skip")).body.wait.skipped).toBeUndefined();
  for (let n = 0; n < 2; n += 1)
    expect((await callChatAction(fixture.olga, chat.id, "skip")).body.wait.skipped).toEqual([
      fixture.olga.id,
    ]);
  await fixture.parlour.restart();
  await fixture.connectOperator(fixture.olga);
  await fixture.connectOperator(fixture.ivan);
  expect((await fixture.readChat(chat.id)).wait?.skipped).toEqual([fixture.olga.id]);
  // The offer moves to Ivan, then to the whole department, which includes Olga.
  await fixture.advanceClock(65_000);
  expect((await fixture.readChat(chat.id)).wait?.offered).toContain(fixture.olga.id);
  expect((await fixture.readChat(chat.id)).wait?.skipped).toBeUndefined();
  await callChatAction(fixture.ivan, chat.id, "accept");
  expect([
    (await callChatAction(fixture.olga, chat.id, "skip")).status,
    (await fixture.readChat(chat.id)).wait,
  ]).toEqual([200, null]);
});

it("[API-025] to a department it waits there and is routed there", async () => {
  const { body } = await fixture.ann.call("POST", "departments", {
    name: "Sales",
    operators: [fixture.olga.id],
  });
  await fixture.connectOperator(fixture.olga);
  await fixture.connectOperator(fixture.ivan);
  const chat = await createAcceptedChat();
  const transferResponse = await callChatAction(fixture.ivan, chat, "transfer", {
    department_id: body.id,
    comment: "Wants a quote",
  });
  expect(transferResponse.body).toMatchObject({
    state: "waiting",
    department: { id: body.id, name: "Sales" },
    assignee: null,
  });
  await fixture.parlour.settle();
  expect((await fixture.readChat(chat)).wait).toMatchObject({
    step: "offer",
    offered: [fixture.olga.id],
  });
  expect(await fixture.readSystemMessageCodes(chat)).toEqual([
    "offered",
    "accepted",
    "transferred",
    "offered",
  ]);
});

it("[API-025] [CORE-001] developers see that it is given away, not what colleagues say of it", async () => {
  await fixture.connectOperator(fixture.olga);
  const developer = await fixture.parlour.operator("developer");
  const onlineDeveloper = await fixture.connectOperator(developer);
  const chat = await createAcceptedChat();
  await callChatAction(fixture.ivan, chat, "transfer", {
    operator_id: fixture.olga.id,
    comment: "Her card was declined",
  });
  await fixture.parlour.settle();
  const read = await Promise.all(
    ["", "/messages"].map(
      async (path) => (await developer.call("GET", `chats/${chat}${path}`)).body,
    ),
  );
  await expect.poll(() => JSON.stringify(onlineDeveloper.frames)).toContain("transfer_offered");
  await expect.poll(() => JSON.stringify(onlineDeveloper.frames)).toContain('"transfer":{');
  for (const seen of [...read, onlineDeveloper.frames]) {
    expect(JSON.stringify(seen)).toContain('"name":"Olga"');
    expect(JSON.stringify(seen)).not.toContain("declined");
  }
  expect(JSON.stringify((await fixture.olga.call("GET", `chats/${chat}`)).body)).toContain(
    "declined",
  );
});

it("[API-025] [CORE-001] [API-230] an invited colleague reads it in a line and in the chat, declines it or joins; developers read no comment", async () => {
  const chat = await createAcceptedChat();
  const invitation = {
    by: { id: fixture.ivan.id },
    to: { id: fixture.olga.id },
    comment: "Look, please",
  };
  await callChatAction(fixture.ivan, chat, "invite", {
    operator_id: fixture.olga.id,
    comment: "Look, please",
  });
  expect((await fixture.readChat(chat)).invited).toMatchObject([invitation]);
  const developer = await fixture.parlour.operator("developer");
  expect((await developer.call("GET", `chats/${chat}`)).body.invited).toMatchObject([
    { ...invitation, comment: "•••" },
  ]);
  const viewer = await fixture.parlour.operator("viewer");
  expect(toStatusAndCode(await callChatAction(viewer, chat, "invite/decline"))).toEqual([
    403,
    "forbidden",
  ]);
  expect((await callChatAction(fixture.ivan, chat, "invite/decline")).body.invited).toMatchObject([
    invitation,
  ]);
  expect([
    (await callChatAction(fixture.olga, chat, "invite/decline")).status,
    (await fixture.readChat(chat)).invited,
  ]).toEqual([200, undefined]);
  expect(
    (
      await callChatAction(fixture.ivan, chat, "invite", {
        operator_id: fixture.olga.id,
        comment: "Look, please",
      })
    ).status,
  ).toBe(200);
  expect((await callChatAction(fixture.olga, chat, "join")).body.participants).toHaveLength(2);
  expect((await fixture.readChat(chat)).invited).toBeUndefined();
  expect((await fixture.readSystemMessages(chat)).slice(2)).toMatchObject([
    {
      code: "colleague_invited",
      by: { id: fixture.ivan.id },
      to: { id: fixture.olga.id },
      detail: "Look, please",
    },
    { code: "joined" },
  ]);
});

it("[API-025] what cannot be done is refused with its field or code and changes nothing", async () => {
  const chat = await createAcceptedChat();
  const viewer = await fixture.parlour.operator("viewer");
  const field = (answer: ApiResponse): readonly [number, string] => [
    answer.status,
    answer.body.error?.field,
  ];
  expect(field(await callChatAction(fixture.ivan, chat, "transfer", {}))).toEqual([
    400,
    "operator_id",
  ]);
  expect(
    field(
      await callChatAction(fixture.ivan, chat, "transfer", { operator_id: 1, department_id: 1 }),
    ),
  ).toEqual([400, "department_id"]);
  expect(
    field(await callChatAction(fixture.ivan, chat, "transfer", { operator_id: viewer.id })),
  ).toEqual([400, "operator_id"]);
  expect(
    field(await callChatAction(fixture.ivan, chat, "transfer", { department_id: 999 })),
  ).toEqual([400, "department_id"]);
  expect(
    field(
      await callChatAction(fixture.ivan, chat, "transfer", {
        operator_id: fixture.olga.id,
        commend: "x",
      }),
    ),
  ).toEqual([400, "commend"]);
  expect(
    toStatusAndCode(
      await callChatAction(fixture.ivan, chat, "transfer", { operator_id: fixture.olga.id }),
    ),
  ).toEqual([409, "not_available"]);
  expect(
    toStatusAndCode(
      await callChatAction(fixture.olga, chat, "transfer", { operator_id: fixture.ann.id }),
    ),
  ).toEqual([403, "forbidden"]);
  expect(
    toStatusAndCode(
      await callChatAction(fixture.olga, chat, "invite", { operator_id: fixture.ann.id }),
    ),
  ).toEqual([403, "forbidden"]);
  expect(
    toStatusAndCode(await callChatAction(viewer, chat, "invite", { operator_id: fixture.ann.id })),
  ).toEqual([403, "forbidden"]);
  expect(toStatusAndCode(await callChatAction(fixture.olga, chat, "transfer/refuse"))).toEqual([
    409,
    "no_transfer",
  ]);
  const waiting = (await fixture.sendMessage("c2")).id;
  expect(
    toStatusAndCode(await callChatAction(fixture.ivan, waiting, "transfer", { department_id: 1 })),
  ).toEqual([409, "not_open"]);
  await callChatAction(fixture.ivan, chat, "close");
  for (const what of ["transfer", "invite"])
    expect(
      toStatusAndCode(
        await callChatAction(fixture.ivan, chat, what, { operator_id: fixture.ann.id }),
      ),
    ).toEqual([409, "chat_closed"]);
  expect(
    toStatusAndCode(
      await callChatAction(fixture.ivan, 999, "invite", { operator_id: fixture.ann.id }),
    ),
  ).toEqual([404, "not_found"]);
  expect(await fixture.readSystemMessageCodes(chat)).toEqual(["accepted", "closed"]);
});

it("[CORE-153] an owner who is online and does not answer loses the chat after the set time, also over a restart; the notice reaches them", async () => {
  expect((await fixture.updateRouting({ reassign_s: 600 })).status).toBe(200);
  await fixture.connectOperator(fixture.olga);
  await fixture.connectOperator(fixture.ivan);
  const chat = await createAcceptedChat();
  await fixture.advanceClock(290_000, 30_000);
  await callChatAction(fixture.ivan, chat, "messages", {
    kind: "text",
    text: "One moment",
    client_id: "a",
  });
  await fixture.advanceClock(900_000, 100_000);
  // After a reply, the chat has no unanswered message.
  expect(await fixture.readChat(chat)).toMatchObject({
    state: "open",
    assignee: { id: fixture.ivan.id },
  });
  await fixture.sendMessage("c1", "And now?");
  await fixture.advanceClock(300_000, 30_000);
  await callChatAction(fixture.ivan, chat, "messages", {
    kind: "note",
    text: "Not sure",
    client_id: "b",
  });
  await fixture.parlour.restart();
  await fixture.connectOperator(fixture.olga);
  await fixture.connectOperator(fixture.ivan);
  await fixture.advanceClock(270_000, 30_000);
  expect((await fixture.readChat(chat)).state).toBe("open");
  await fixture.advanceClock(40_000, 10_000);
  expect(await fixture.readChat(chat)).toMatchObject({
    state: "waiting",
    assignee: null,
    wait: { offered: [fixture.olga.id], asked: [fixture.ivan.id] },
    notices: [{ kind: "reassigned", to: { id: fixture.ivan.id }, detail: "10" }],
  });
  expect((await fixture.readSystemMessageCodes(chat)).slice(-2)).toEqual(["reassigned", "offered"]);
  // The chat list does not show routing messages as the last message.
  expect((await fixture.readChat(chat)).last_message?.line).toBeUndefined();
});

it("[CORE-153] [CORE-221] with nobody else available the owner keeps the chat, and one line says so", async () => {
  await fixture.updateRouting({ reassign_s: 60 });
  await fixture.connectOperator(fixture.ivan);
  const chat = await createAcceptedChat();
  await fixture.advanceClock(200_000, 20_000);
  expect(await fixture.readChat(chat)).toMatchObject({
    state: "open",
    assignee: { id: fixture.ivan.id },
  });
  expect(
    (await fixture.readSystemMessageCodes(chat)).filter((line) => line === "reassign_nobody"),
  ).toHaveLength(1);
  await fixture.connectOperator(fixture.olga);
  await fixture.advanceClock(61_000, 20_000);
  expect((await fixture.readChat(chat)).wait).toMatchObject({ offered: [fixture.olga.id] });
});
