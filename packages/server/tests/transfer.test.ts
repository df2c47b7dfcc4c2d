import { afterEach, beforeEach, expect, it } from "vitest";
import type { Answer, TestOperator } from "@parlour/testkit";
import { openRoutingBed, type RoutingBed } from "./routing-bed.ts";

/** Transfers and invitations over the service API (API-025). */
let bed: RoutingBed;
beforeEach(async () => {
  bed = await openRoutingBed();
});
afterEach(() => bed.close());

const act = (who: TestOperator, chat: number, what: string, body: unknown = {}): Promise<Answer> =>
  who.call("POST", `chats/${chat}/${what}`, body);
const code = (answer: Answer): readonly [number, string] => [answer.status, answer.body.error?.code];
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
  await bed.pass(25_000);
  expect(await bed.read(chat)).toMatchObject({ assignee: { id: bed.ivan.id }, transfer: null });
  expect((await bed.codes(chat)).at(-1)).toBe("transfer_expired");
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
  const field = (answer: Answer): readonly [number, string] => [answer.status, answer.body.error?.field];
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
