import {
  startMailServer,
  startTestParlour,
  type FakeMailServer,
  type TestParlour,
} from "@parlour/testkit";
import type { Delivery } from "@parlour/protocol";
import type { ScheduledReport } from "@parlour/protocol/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** Scheduled reports (docs/spec/scheduled-reports.md). */

const dayMs = 86_400_000;
let parlour: TestParlour;
let server: FakeMailServer;
beforeAll(async () => {
  [server, parlour] = await Promise.all([startMailServer(), startTestParlour()]);
});
afterAll(async () => {
  await parlour.close();
  await server.stop();
});

const call = (method: string, path: string, body?: object) =>
  parlour.owner.call(method, path, body);
const create = async (body: object): Promise<ScheduledReport> => {
  const answer = await call("POST", "scheduled-reports", {
    name: `Report ${parlour.clock.now()}`,
    report: "days",
    every: "day",
    recipients: ["boss@shop.example", "ines@shop.example"],
    ...body,
  });
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return answer.body as ScheduledReport;
};
const read = async ({ id }: ScheduledReport): Promise<ScheduledReport> =>
  (await call("GET", `scheduled-reports/${id}`)).body as ScheduledReport;
const passDays = async (days: number): Promise<void> => {
  parlour.clock.set(parlour.clock.now() + days * dayMs);
  await parlour.settle();
};
const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const listDeliveries = async (): Promise<readonly Delivery[]> =>
  ((await call("GET", "deliveries?kind=mail")).body as { items: readonly Delivery[] }).items.filter(
    ({ event }) => event === "scheduled_report",
  );
const setUpMail = async (): Promise<void> => {
  const mail = { host: server.host, port: server.port, tls: "none", from: "chat@shop.example" };
  expect((await call("PUT", "instance/mail", mail)).status).toBe(200);
};

it("[REP-001] a report has defaults, and a wrong part is refused with its path", async () => {
  const report = await create({ name: "Defaults", every: undefined });
  expect(report).toMatchObject({
    format: "csv",
    every: "week",
    time: "08:00",
    weekday: "mon",
    recipient_operators: [],
    channel_id: null,
    enabled: true,
    last_run: null,
    managed: false,
  });
  for (const [change, field] of [
    [{ report: "moon" }, "report"],
    [{ time: "8 am" }, "time"],
    [{ recipients: [] }, "recipients"],
    [{ recipient_operators: [999_999_999] }, "recipient_operators"],
    [{ department_id: 999_999_999 }, "department_id"],
    [{ weekday: "someday" }, "weekday"],
    [{ recipients: ["nobody"] }, "recipients"],
  ] as const) {
    const answer = await call("PATCH", `scheduled-reports/${report.id}`, change);
    expect([answer.status, answer.body.error.field.startsWith(field)]).toEqual([400, true]);
  }
  const ines = await parlour.operator("operator", "Ines");
  expect((await ines.call("GET", "scheduled-reports")).status).toBe(403);
  await call("DELETE", `scheduled-reports/${report.id}`);
});

it("[REP-004] without a mail server the run is listed as failed", async () => {
  const report = await create({});
  await passDays(1);
  const { last_run: run } = await read(report);
  expect(run).toMatchObject({ error: "no_mail", to: toDay(parlour.clock.now() - dayMs) });
  expect(await listDeliveries()).toEqual([]);
  await call("DELETE", `scheduled-reports/${report.id}`);
});

it("[REP-003] a period is emailed once with its file, also after a stop and with a clock set back", async () => {
  await setUpMail();
  const report = await create({ name: "Daily", format: "csv" });
  // No node ran for four days: the latest period is made up for.
  await passDays(4);
  await expect.poll(async () => (await listDeliveries()).length).toBe(1);
  await parlour.settle();
  const day = toDay(parlour.clock.now() - dayMs);
  expect((await read(report)).last_run).toMatchObject({ from: day, to: day, error: null });
  const mails = server.received.filter(({ subject }) => subject.startsWith("Daily"));
  expect(mails.map(({ subject, to }) => [subject, [...to].toSorted()])).toEqual([
    [`Daily, ${day}`, ["boss@shop.example", "ines@shop.example"]],
  ]);
  expect(mails[0]?.text).toContain("Chats: 0");

  const now = parlour.clock.now();
  parlour.clock.set(now - dayMs / 2);
  await parlour.settle();
  parlour.clock.set(now + 60_000);
  await parlour.settle();
  expect(await listDeliveries()).toHaveLength(1);
  await call("DELETE", `scheduled-reports/${report.id}`);
});

it("[REP-007] [REP-003] a report of a department goes to the present addresses of operators", async () => {
  const { id } = (await call("POST", "departments", { name: "Sales", operators: [] })).body;
  const ines = await parlour.operator("operator", "Olga");
  const gone = await parlour.operator("operator", "Gone");
  const report = await create({
    name: "Sales",
    report: "chats",
    recipients: [],
    recipient_operators: [ines.id, gone.id],
    department_id: id,
  });
  expect(report).toMatchObject({ recipient_operators: [ines.id, gone.id], department_id: id });
  await call("PATCH", `operators/${ines.id}`, { email: "new@shop.example" });
  await call("DELETE", `operators/${gone.id}`);
  await passDays(1);
  const findMail = () => server.received.find(({ subject }) => subject.startsWith("Sales"));
  await expect.poll(findMail).toBeDefined();
  expect(findMail()?.to).toEqual(["new@shop.example"]);
  expect(findMail()?.text).toContain(`&department=${id}`);
  await call("DELETE", `scheduled-reports/${report.id}`);
});

it("[REP-010] [SEG-008] a report of a segment has the chats of its visitors, and the segment stays", async () => {
  await setUpMail();
  const channel = await parlour.channel("http://127.0.0.1:9000/");
  for (const name of ["max", "zoe"]) await parlour.sendCustomerMessage(channel, name, "Hi");
  await parlour.settle();
  const isZoe = { fact: "visitor.customer", op: "is", value: "zoe" };
  const segment = { name: "Zoe", if: isZoe, shared: "all" };
  const { id } = (await call("POST", "segments", segment)).body;
  const report = await create({ name: "Of Zoe", report: "chats", segment_id: id });
  const mails = () => server.received.filter(({ subject }) => subject.startsWith("Of Zoe"));
  await passDays(1);
  await expect.poll(() => mails().length).toBe(1);
  expect(mails()[0]?.text).toContain("Chats: 1");
  expect(mails()[0]?.text).toContain(`&segment=${id}`);

  const refused = await call("DELETE", `segments/${id}`);
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    'The segment is used by the scheduled report "Of Zoe". Remove it there first.',
  ]);
  const unknown = await call("PATCH", `scheduled-reports/${report.id}`, { segment_id: 999 });
  expect([unknown.status, unknown.body.error.field]).toEqual([400, "segment_id"]);
  // A view has no segment, so it can be deleted.
  const view = await call("POST", "views", { name: "Every chat", if: { all: [] }, shared: "all" });
  const change = { report: "view", view_id: view.body.id };
  const changed = await call("PATCH", `scheduled-reports/${report.id}`, change);
  expect(changed.body).toMatchObject({ report: "view", segment_id: null });
  expect((await call("DELETE", `segments/${id}`)).status).toBe(204);
  await call("DELETE", `scheduled-reports/${report.id}`);
});

it("[REP-005] a report is off when its owner may no longer read reports, and says so", async () => {
  const admin = await parlour.operator("admin", "Ada");
  const answer = await admin.call("POST", "scheduled-reports", {
    name: "Ada's",
    report: "people",
    every: "day",
    recipients: ["ada@shop.example"],
  });
  const report = answer.body as ScheduledReport;
  await call("PATCH", `operators/${admin.id}`, { role: "operator" });
  await passDays(1);
  expect(await read(report)).toMatchObject({ enabled: false, last_run: { error: "no_right" } });
});

describe("chats of a view", () => {
  let views = 0;
  const isAnn = { fact: "visitor.customer", op: "is", value: "ann" };
  const createView = async (change: object = {}) => {
    const view = { name: `View ${++views}`, if: isAnn, shared: "all", ...change };
    const answer = await call("POST", "views", view);
    expect([answer.status, answer.body.error]).toEqual([201, undefined]);
    return answer.body.id as number;
  };
  const findMail = (subject: string) =>
    server.received.find((mail) => mail.subject.startsWith(subject));
  /** Lets a day pass and returns the email, and the lines of its file. */
  async function readFile(subject: string) {
    await passDays(1);
    await expect.poll(() => findMail(subject)).toBeDefined();
    const mail = findMail(subject);
    const part = /text\/csv[^]*?\r?\n\r?\n([^]*?)\r?\n--/u.exec(mail?.raw ?? "")?.[1] ?? "";
    const lines = Buffer.from(part, "base64").toString().trim().split(/\r?\n/u);
    return { text: mail?.text, lines };
  }

  it("[REP-008] [REP-009] the file has the columns of the view at the time of sending; the view stays while it is sent", async () => {
    await setUpMail();
    const view = await createView({
      if: { all: [isAnn, { fact: "chat.state", op: "is_not", value: "closed" }] },
      order: "created",
      columns: ["chat.channel", "chat.state", "chat.created_at"],
    });
    const report = await create({ name: "List", report: "view", view_id: view });
    expect(report).toMatchObject({ report: "view", view_id: view });
    const channel = await parlour.channel("http://127.0.0.1:9000/");
    await parlour.sendCustomerMessage(channel, "ann", "Where is my parcel?");
    const { text, lines } = await readFile("List");
    expect(text).toContain("Chats: 1");
    expect(lines[0]).toContain("chat.number,visitor.name,chat.channel,chat.state,chat.created_at");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/,waiting,20/);

    for (const [method, body] of [
      ["DELETE", undefined],
      ["PATCH", { shared: "me" }],
    ] as const) {
      const answer = await call(method, `views/${view}`, body);
      expect([answer.status, answer.body.error.message]).toEqual([
        409,
        'The view is used by the scheduled report "List". Remove it there first.',
      ]);
    }
    // Another table needs no view.
    expect(
      (await call("PATCH", `scheduled-reports/${report.id}`, { report: "days" })).body,
    ).toMatchObject({ view_id: null });
    expect((await call("DELETE", `views/${view}`)).status).toBe(204);
    await call("DELETE", `scheduled-reports/${report.id}`);
  });

  it("[REP-008] [REP-005] the file has what the owner sees: their chats, and masked texts", async () => {
    await setUpMail();
    const view = await createView({ columns: ["chat.rating_comment"] });
    // Nothing writes a closed chat any more.
    const { id: chat } = await parlour.findChat("ann");
    expect((await call("POST", `chats/${chat}/close`, {})).status).toBe(200);
    await parlour.settle();
    await parlour.sql(
      `update chat set body = (body::jsonb || '{"rating_comment":"Quick help"}')::text`,
    );
    await parlour.sql("delete from chat_text");
    const readAs = async (base: "admin" | "developer" | "operator") => {
      const admin = await parlour.operator("admin", `Was admin, is ${base}`);
      const body = { name: `As ${base}`, report: "view", every: "day", view_id: view };
      const report = await admin.call("POST", "scheduled-reports", {
        ...body,
        recipients: ["boss@shop.example"],
      });
      expect(report.status).toBe(201);
      if (base !== "admin") {
        const role = { name: `Reader ${base}`, base, permissions: ["reports.read"] };
        const { id } = (await call("POST", "roles", role)).body;
        const change = { custom_role_id: id };
        expect((await call("PATCH", `operators/${admin.id}`, change)).status).toBe(200);
      }
      const { lines } = await readFile(`As ${base}`);
      await call("DELETE", `scheduled-reports/${report.body.id}`);
      return lines.slice(1);
    };
    expect(await readAs("admin")).toEqual([expect.stringMatching(/,Quick help$/)]);
    expect(await readAs("developer")).toEqual([expect.stringMatching(/,•••$/)]);
    expect(await readAs("operator")).toEqual([]);
  });

  it("[REP-008] a view that the operator does not use, and an own one, are refused", async () => {
    const own = await createView({ shared: "me" });
    for (const id of [own, 999_999_999, null]) {
      const answer = await call("POST", "scheduled-reports", {
        name: "Refused",
        report: "view",
        view_id: id,
        recipients: ["boss@shop.example"],
      });
      expect([answer.status, answer.body.error.field]).toEqual([400, "view_id"]);
    }
  });

  it("[REP-004] [REP-008] a report without its view sends nothing and says so", async () => {
    const view = await createView();
    const report = await create({ name: "Gone", report: "view", view_id: view });
    await parlour.sql("delete from view where id = $1", [view]);
    await passDays(1);
    expect(await read(report)).toMatchObject({ enabled: true, last_run: { error: "no_view" } });
    expect(findMail("Gone")).toBeUndefined();
    await call("DELETE", `scheduled-reports/${report.id}`);
  });
});
