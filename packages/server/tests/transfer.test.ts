import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { startTestParlour, type ApiResponse, type TestOperator, type TestParlour } from "@parlour/testkit";
import { openRoutingBed, type RoutingBed } from "./routing-bed.ts";

/** Transfers and invitations over the service API (API-025). */
let parlour: TestParlour;
let bed: RoutingBed;
beforeAll(async () => {
  parlour = await startTestParlour();
});
afterAll(() => parlour.close());
beforeEach(async () => {
  bed = await openRoutingBed(parlour);
});
afterEach(() => bed.close());

const act = (who: TestOperator, chat: number, what: string, body: unknown = {}): Promise<ApiResponse> =>
  who.call("POST", `chats/${chat}/${what}`, body);
const code = (answer: ApiResponse): readonly [number, string] => [answer.status, answer.body.error?.code];
const taken = async (customer = "c1"): Promise<number> => {
  const chat = await bed.say(customer);
  await act(bed.ivan, chat.id, "accept");
  return chat.id;
};

it("[API-025] [CORE-036] to a colleague: he is told, refuses with a reason or takes it; nobody else can", async () => {
  const olga = await bed.online(bed.olga);
  const chat = await taken();
  const asked = await act(bed.ivan, chat, "transfer", { operator_id: bed.olga.id, comment: " A refund " });
  expect([asked.status, asked.body.transfer]).toMatchObject([200, { to: { id: bed.olga.id }, comment: "A refund" }]);
  expect(code(await act(bed.ivan, chat, "transfer", { operator_id: bed.olga.id }))).toEqual([409, "transfer_open"]);
  expect(code(await act(bed.ann, chat, "transfer/accept"))).toEqual([409, "no_transfer"]);
  expect((await act(bed.olga, chat, "transfer/refuse", { reason: "At lunch" })).status).toBe(200);
  expect(code(await act(bed.olga, chat, "transfer/accept"))).toEqual([409, "no_transfer"]);
  await act(bed.ivan, chat, "transfer", { operator_id: bed.olga.id });
  const accepted = await act(bed.olga, chat, "transfer/accept");
  expect(accepted.body).toMatchObject({ assignee: { id: bed.olga.id }, participants: [{ id: bed.olga.id }], transfer: null });
  expect(await bed.codes(chat)).toEqual([
    "offered",
    "accepted",
    "transfer_offered",
    "transfer_refused",
    "transfer_offered",
    "transfer_accepted",
  ]);
  expect((await bed.lines(chat))[3]).toMatchObject({ detail: "At lunch" });
  expect(olga.frames.some((frame) => frame.name === "chat_updated" && JSON.stringify(frame).includes('"transfer":{'))).toBe(true);
});

it("[API-025] [CORE-042] 30 s without answer, over a restart: it stays with the sender", async () => {
  await bed.online(bed.olga);
  const chat = await taken();
  await act(bed.ivan, chat, "messages", { kind: "text", text: "Hi", client_id: "a" });
  await act(bed.ivan, chat, "transfer", { operator_id: bed.olga.id });
  await bed.pass(10_000);
  await bed.parlour.restart();
  await bed.online(bed.olga);
  await bed.pass(25_000);
  expect(await bed.read(chat)).toMatchObject({ assignee: { id: bed.ivan.id }, transfer: null });
  expect((await bed.codes(chat)).at(-1)).toBe("transfer_expired");
});

it("[CORE-150] [API-136] a decline is stored as a notice for the sender until dismissed, over a restart; developers do not read the reason", async () => {
  await bed.online(bed.olga);
  const developer = await bed.parlour.operator("developer");
  const chat = await taken();
  await act(bed.ivan, chat, "transfer", { operator_id: bed.olga.id });
  await act(bed.olga, chat, "transfer/refuse", { reason: "At lunch" });
  await bed.parlour.restart();
  const stored = { kind: "transfer_declined", to: { id: bed.ivan.id }, by: { id: bed.olga.id, name: "Olga" }, opened_at: null };
  const { body: list } = await bed.ivan.call("GET", "chats?state=open");
  expect(list.items[0].notices).toMatchObject([{ ...stored, detail: "At lunch" }]);
  expect((await developer.call("GET", `chats/${chat}`)).body.notices).toMatchObject([{ ...stored, detail: "•••" }]);
  const socket = await bed.online(developer);
  // A mark of another operator changes nothing.
  await act(bed.olga, chat, "notice", { state: "dismissed" });
  const opened = await act(bed.ivan, chat, "notice", { state: "opened" });
  expect(opened.body.notices[0].opened_at).not.toBeNull();
  await expect.poll(() => JSON.stringify(socket.frames)).toContain('"notices":[');
  expect(JSON.stringify(socket.frames)).not.toContain("lunch");
  const dismissed = await act(bed.ivan, chat, "notice", { state: "dismissed" });
  expect([dismissed.status, dismissed.body.notices, (await bed.read(chat)).notices]).toEqual([200, undefined, undefined]);
  expect((await act(bed.ivan, chat, "notice", { state: "dismissed" })).status).toBe(200);
  expect((await act(bed.ivan, chat, "notice", { state: "gone" })).status).toBe(400);
});

it("[API-135] a transfer is withdrawn at any time before its answer, repeatedly without harm", async () => {
  await bed.online(bed.olga);
  const chat = await taken();
  await act(bed.ivan, chat, "transfer", { operator_id: bed.olga.id });
  expect(code(await act(bed.olga, chat, "transfer/withdraw"))).toEqual([403, "forbidden"]);
  for (let n = 0; n < 2; n += 1) {
    const answer = await act(bed.ivan, chat, "transfer/withdraw");
    expect([answer.status, answer.body.transfer, answer.body.notices]).toEqual([200, null, undefined]);
  }
  expect((await bed.codes(chat)).slice(-2)).toEqual(["transfer_offered", "transfer_withdrawn"]);
  expect(code(await act(bed.olga, chat, "transfer/accept"))).toEqual([409, "no_transfer"]);
  await act(bed.ivan, chat, "transfer", { operator_id: bed.olga.id });
  await act(bed.olga, chat, "transfer/accept");
  const late = await act(bed.ivan, chat, "transfer/withdraw");
  expect([code(late), late.body.error.by]).toMatchObject([[409, "already_accepted"], { id: bed.olga.id }]);
});

it("[CORE-150] a target who goes offline ends the transfer after 10 s, with a notice", async () => {
  const olga = await bed.online(bed.olga);
  const chat = await taken();
  await act(bed.ivan, chat, "transfer", { operator_id: bed.olga.id });
  await olga.go();
  await bed.pass(11_000, 1_000);
  expect((await bed.codes(chat)).at(-1)).toBe("transfer_offline");
  expect((await bed.read(chat)).notices).toMatchObject([{ kind: "transfer_offline", to: { id: bed.ivan.id } }]);
});

it("[CORE-151] [API-137] a skipped chat stays skipped over a restart, until it is offered to the same operator again", async () => {
  await bed.settings({ mode: "round_robin", offer_s: 30, next_s: 60 });
  await bed.online(bed.olga);
  const chat = await bed.say("c1");
  expect(chat.wait?.offered).toEqual([bed.olga.id]);
  // Ivan has no offer to skip.
  expect((await act(bed.ivan, chat.id, "skip")).body.wait.skipped).toBeUndefined();
  for (let n = 0; n < 2; n += 1) expect((await act(bed.olga, chat.id, "skip")).body.wait.skipped).toEqual([bed.olga.id]);
  await bed.parlour.restart();
  await bed.online(bed.olga);
  await bed.online(bed.ivan);
  expect((await bed.read(chat.id)).wait?.skipped).toEqual([bed.olga.id]);
  // The offer moves to Ivan, then to the whole department, which includes Olga.
  await bed.pass(65_000);
  expect((await bed.read(chat.id)).wait?.offered).toContain(bed.olga.id);
  expect((await bed.read(chat.id)).wait?.skipped).toBeUndefined();
  await act(bed.ivan, chat.id, "accept");
  expect([(await act(bed.olga, chat.id, "skip")).status, (await bed.read(chat.id)).wait]).toEqual([200, null]);
});

it("[API-025] to a department it waits there and is routed there", async () => {
  const { body } = await bed.ann.call("POST", "departments", { name: "Sales", operators: [bed.olga.id] });
  await bed.online(bed.olga);
  await bed.online(bed.ivan);
  const chat = await taken();
  const given = await act(bed.ivan, chat, "transfer", { department_id: body.id, comment: "Wants a quote" });
  expect(given.body).toMatchObject({ state: "waiting", department: { id: body.id, name: "Sales" }, assignee: null });
  await bed.parlour.settle();
  expect((await bed.read(chat)).wait).toMatchObject({ step: "offer", offered: [bed.olga.id] });
  expect(await bed.codes(chat)).toEqual(["offered", "accepted", "transferred", "offered"]);
});

it("[API-025] [CORE-001] developers see that it is given away, not what colleagues say of it", async () => {
  await bed.online(bed.olga);
  const developer = await bed.parlour.operator("developer");
  const present = await bed.online(developer);
  const chat = await taken();
  await act(bed.ivan, chat, "transfer", { operator_id: bed.olga.id, comment: "Her card was declined" });
  await bed.parlour.settle();
  const read = await Promise.all(["", "/messages"].map(async (path) => (await developer.call("GET", `chats/${chat}${path}`)).body));
  await expect.poll(() => JSON.stringify(present.frames)).toContain("transfer_offered");
  await expect.poll(() => JSON.stringify(present.frames)).toContain('"transfer":{');
  for (const seen of [...read, present.frames]) {
    expect(JSON.stringify(seen)).toContain('"name":"Olga"');
    expect(JSON.stringify(seen)).not.toContain("declined");
  }
  expect(JSON.stringify((await bed.olga.call("GET", `chats/${chat}`)).body)).toContain("declined");
});

it("[API-025] [CORE-001] an invited colleague reads it in a line and in the chat, declines it or joins; developers read no comment", async () => {
  const chat = await taken();
  const invitation = { by: { id: bed.ivan.id }, to: { id: bed.olga.id }, comment: "Look, please" };
  await act(bed.ivan, chat, "invite", { operator_id: bed.olga.id, comment: "Look, please" });
  expect((await bed.read(chat)).invited).toMatchObject([invitation]);
  const developer = await bed.parlour.operator("developer");
  expect((await developer.call("GET", `chats/${chat}`)).body.invited).toMatchObject([{ ...invitation, comment: "•••" }]);
  const viewer = await bed.parlour.operator("viewer");
  expect(code(await act(viewer, chat, "invite/decline"))).toEqual([403, "forbidden"]);
  expect((await act(bed.ivan, chat, "invite/decline")).body.invited).toMatchObject([invitation]);
  expect([(await act(bed.olga, chat, "invite/decline")).status, (await bed.read(chat)).invited]).toEqual([200, undefined]);
  expect((await act(bed.ivan, chat, "invite", { operator_id: bed.olga.id, comment: "Look, please" })).status).toBe(200);
  expect((await act(bed.olga, chat, "join")).body.participants).toHaveLength(2);
  expect((await bed.read(chat)).invited).toBeUndefined();
  expect((await bed.lines(chat)).slice(2)).toMatchObject([
    { code: "colleague_invited", by: { id: bed.ivan.id }, to: { id: bed.olga.id }, detail: "Look, please" },
    { code: "joined" },
  ]);
});

it("[API-025] what cannot be done is refused with its field or code and changes nothing", async () => {
  const chat = await taken();
  const viewer = await bed.parlour.operator("viewer");
  const field = (answer: ApiResponse): readonly [number, string] => [answer.status, answer.body.error?.field];
  expect(field(await act(bed.ivan, chat, "transfer", {}))).toEqual([400, "operator_id"]);
  expect(field(await act(bed.ivan, chat, "transfer", { operator_id: 1, department_id: 1 }))).toEqual([400, "department_id"]);
  expect(field(await act(bed.ivan, chat, "transfer", { operator_id: viewer.id }))).toEqual([400, "operator_id"]);
  expect(field(await act(bed.ivan, chat, "transfer", { department_id: 999 }))).toEqual([400, "department_id"]);
  expect(field(await act(bed.ivan, chat, "transfer", { operator_id: bed.olga.id, commend: "x" }))).toEqual([400, "commend"]);
  expect(code(await act(bed.ivan, chat, "transfer", { operator_id: bed.olga.id }))).toEqual([409, "not_available"]);
  expect(code(await act(bed.olga, chat, "transfer", { operator_id: bed.ann.id }))).toEqual([403, "forbidden"]);
  expect(code(await act(bed.olga, chat, "invite", { operator_id: bed.ann.id }))).toEqual([403, "forbidden"]);
  expect(code(await act(viewer, chat, "invite", { operator_id: bed.ann.id }))).toEqual([403, "forbidden"]);
  expect(code(await act(bed.olga, chat, "transfer/refuse"))).toEqual([409, "no_transfer"]);
  const waiting = (await bed.say("c2")).id;
  expect(code(await act(bed.ivan, waiting, "transfer", { department_id: 1 }))).toEqual([409, "not_open"]);
  await act(bed.ivan, chat, "close");
  for (const what of ["transfer", "invite"])
    expect(code(await act(bed.ivan, chat, what, { operator_id: bed.ann.id }))).toEqual([409, "chat_closed"]);
  expect(code(await act(bed.ivan, 999, "invite", { operator_id: bed.ann.id }))).toEqual([404, "not_found"]);
  expect(await bed.codes(chat)).toEqual(["accepted", "closed"]);
});

it("[CORE-153] an owner who is online and does not answer loses the chat after the set time, also over a restart; the notice reaches them", async () => {
  expect((await bed.settings({ reassign_s: 600 })).status).toBe(200);
  await bed.online(bed.olga);
  await bed.online(bed.ivan);
  const chat = await taken();
  await bed.pass(290_000, 30_000);
  await act(bed.ivan, chat, "messages", { kind: "text", text: "One moment", client_id: "a" });
  await bed.pass(900_000, 100_000);
  // After an answer, the chat has no unanswered message.
  expect(await bed.read(chat)).toMatchObject({ state: "open", assignee: { id: bed.ivan.id } });
  await bed.say("c1", "And now?");
  await bed.pass(300_000, 30_000);
  await act(bed.ivan, chat, "messages", { kind: "note", text: "Not sure", client_id: "b" });
  await bed.parlour.restart();
  await bed.online(bed.olga);
  await bed.online(bed.ivan);
  await bed.pass(270_000, 30_000);
  expect((await bed.read(chat)).state).toBe("open");
  await bed.pass(40_000, 10_000);
  expect(await bed.read(chat)).toMatchObject({
    state: "waiting",
    assignee: null,
    wait: { offered: [bed.olga.id], asked: [bed.ivan.id] },
    notices: [{ kind: "reassigned", to: { id: bed.ivan.id }, detail: "10" }],
  });
  expect((await bed.codes(chat)).slice(-2)).toEqual(["reassigned", "offered"]);
  // The chat list does not show routing messages as the last message.
  expect((await bed.read(chat)).last_message?.line).toBeUndefined();
});

it("[CORE-153] with nobody else available the owner keeps the chat, and one line says so", async () => {
  await bed.settings({ reassign_s: 60 });
  await bed.online(bed.ivan);
  const chat = await taken();
  await bed.pass(200_000, 20_000);
  expect(await bed.read(chat)).toMatchObject({ state: "open", assignee: { id: bed.ivan.id } });
  expect((await bed.codes(chat)).filter((line) => line === "reassign_nobody")).toHaveLength(1);
  await bed.online(bed.olga);
  await bed.pass(61_000, 20_000);
  expect((await bed.read(chat)).wait).toMatchObject({ offered: [bed.olga.id] });
});
