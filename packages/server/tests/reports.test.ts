import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeBlockedMessage } from "../src/core/chat/message/store-blocked-message.ts";
import { handOverAfterFailure } from "../src/core/bot/hand-over.ts";
import { inviteOperator } from "../src/core/bot/invite.ts";
import { sendBotMessage } from "../src/core/bot/send-message.ts";
import { sendOperatorMessage } from "../src/core/chat/message/send-message.ts";
import { rateChat } from "../src/core/chat/details/rate.ts";
import { processChatTimeout } from "../src/core/chat/timing/process-timeout.ts";
import { closeChatByVisitor } from "../src/core/chat/close-by-visitor.ts";
import { Refusal } from "../src/core/failure.ts";
import type { CommandHandler } from "../src/core/command.ts";
import { chatFactVersion, hourFactVersion } from "../src/core/report/chat-fact.ts";
import type { DurableConsumer } from "../src/journal/subscribers/durable-consumer.ts";
import type { ServiceApi, TestAccount } from "./api-fixture.ts";
import { startFactProjection, openReportFixture, readAllPages } from "./report-fixture.ts";
import { computeReference } from "./report-reference.ts";
import { checkRandomReports, toReferenceShape, createRandom } from "./report-random.ts";
import { unzip } from "./unzip.ts";

/**
 * Reports are computed from facts that a projection stores. Random histories run while the
 * projection is stopped, late or restarted. The report must equal the reference computation.
 */
const seed = Number(process.env["REPORT_SEED"] ?? 20_261_120);
const commandCount = 220;
const zone = "Europe/Berlin";
const week = Object.fromEntries(
  ["mon", "tue", "wed", "thu", "fri"].map((day) => [day, ["09:00-13:00", "14:00-18:00"]]),
);

let service: ServiceApi;
let acme: TestAccount;
let channels: readonly number[];
let bot: number;
let projection: DurableConsumer;
beforeAll(async () => {
  ({ service, acme, channels, bot } = await openReportFixture({ zone, week }));
  projection = await startFactProjection(service);
});
afterAll(async () => {
  await projection.close();
  await service.close();
});

/** The first test creates the history that the others count. Calls and hours follow at the end. */
describe("reports", { shuffle: false }, () => {
  it(
    `[API-074] [API-340] [API-341] [API-342] [API-343] every figure is what a plain recount of random histories gives, wherever the reader stands (seed ${seed})`,
    { timeout: 240_000 },
    async () => {
      const next = createRandom(seed);
      const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
      const doneCounts = new Map<string, number>();
      const chats: number[] = [];
      let serial = 0;
      const operatorRoles = ["admin", "operator"] as const;
      const moves: Readonly<
        Record<string, (chat: number, role: (typeof operatorRoles)[number]) => Promise<boolean>>
      > = {
        async writes() {
          const chat = await service.sendCustomerMessage(
            acme.id,
            pick(channels),
            pick(["a", "b", "c", "d", "e", "f"]),
            `Hello "line":{"code":"started"} ${next()}`,
          );
          if (!chats.includes(chat)) chats.push(chat);
          return true;
        },
        async "writes though blocked"() {
          const key = `blocked${serial++}`;
          const handler = storeBlockedMessage({
            channelId: channels[0] ?? 0,
            customer: key,
            recipient: JSON.stringify(key),
            text: "Let me in",
          });
          await service.journal.write({
            account: acme.id,
            subject: { customer: { channelId: channels[0] ?? 0, key } },
            handler: handler,
          });
          return true;
        },
        "the bot says": () =>
          runForBot(sendBotMessage({ botId: bot, message: { kind: "text", text: "Hm" } })),
        "the bot asks for somebody": () =>
          runForBot(
            inviteOperator({ botId: bot, online: new Set(next() < 0.7 ? [acme.ids.admin] : []) }),
          ),
        "the bot fails": () => runForBot(handOverAfterFailure({ botId: bot, outcome: "timeout" })),
        "time passes in the chat": (chat) => writeCommand(chat, processChatTimeout()),
        answers: (chat, role) =>
          callApi(role, "POST", `/chats/${chat}/messages`, {
            kind: "text",
            text: "Yes",
            client_id: `c${serial++}`,
          }),
        notes: (chat, role) =>
          callApi(role, "POST", `/chats/${chat}/messages`, {
            kind: "note",
            text: "Look",
            client_id: `c${serial++}`,
          }),
        "sends a suggestion": (chat, role) => sendSuggestion(chat, role, next() < 0.6),
        accepts: (chat, role) => callApi(role, "POST", `/chats/${chat}/accept`),
        joins: (chat, role) => callApi(role, "POST", `/chats/${chat}/join`),
        leaves: (chat, role) => callApi(role, "POST", `/chats/${chat}/leave`),
        closes: (chat, role) => callApi(role, "POST", `/chats/${chat}/close`),
        async "the visitor goes"(chat) {
          return writeCommand(chat, closeChatByVisitor(await readVisitorId(chat)));
        },
        async rates(chat) {
          const comment = next() < 0.4 ? "Well" : "";
          return writeCommand(
            chat,
            rateChat({
              visitorId: await readVisitorId(chat),
              rating: pick(["positive", "negative"]),
              comment,
            }),
          );
        },
        async continues(chat, role) {
          await callApi(role, "POST", `/chats/${chat}/close`);
          const answer = await service.call("POST", `/chats/${chat}/continue`, {
            key: acme.keys[role],
            body: {},
          });
          if (answer.status < 300) chats.push((answer.body as { id: number }).id);
          return answer.status < 300;
        },
        async "an hour passes"() {
          await service.clock.advance(3_600_000 * (1 + Math.floor(next() * 9)));
          return true;
        },
        async "the reader catches up"() {
          await projection.settle();
          return true;
        },
        async "the reader starts again before what it did"() {
          await projection.close();
          await service.db.query("update cursor set position = position / 2 where reader = $1", [
            `facts-${chatFactVersion}`,
          ]);
          projection = await startFactProjection(service);
          return true;
        },
      };
      /** Runs a command in a chat that the bot has. */
      const runForBot = async (handler: CommandHandler): Promise<boolean> => {
        const botChats = await service.db.query<{ id: number }>(
          "select id from chat where state in ('bot', 'waiting') and strpos(body, '\"attached\":true') > 0 order by id",
        );
        return botChats.length > 0 && writeCommand(Number(pick(botChats).id), handler);
      };
      const frequentMoves =
        "writes|writes|writes|answers|answers|accepts|the visitor goes|rates|closes|the bot asks for somebody".split(
          "|",
        );
      const minute = (): Promise<void> => service.clock.advance(Math.floor(next() * 600_000));
      const names = Object.keys(moves);
      await moves["writes"]?.(0, "admin");
      for (let n = 1; n <= commandCount; n++) {
        await minute();
        // Each command runs three times. After that, commands are random.
        const turn = n <= 3 * names.length ? names[n % names.length] : undefined;
        const move = turn ?? pick(next() < 0.6 ? frequentMoves : names);
        if ((await moves[move]?.(pick(chats.slice(-8)), pick(operatorRoles))) === true)
          doneCounts.set(move, (doneCounts.get(move) ?? 0) + 1);
        if (n % 55 === 0) {
          await projection.settle();
          await compareWithReference(`after ${n}: ${move}`);
        }
      }
      expect([...doneCounts.keys()].toSorted(), "every command was taken").toEqual(
        Object.keys(moves).toSorted(),
      );
    },
  );

  it(`[API-074] narrowed and on days when clocks change, in any zone, a report is a plain count of its chats (seed ${seed})`, async () => {
    const next = createRandom(seed);
    for (let round = 0; round < 4; round++) await checkRandomReports(service, next, round);
  });

  it("[API-074] [API-345] each number lists its chats, page by page, by row and by hour of the week", async () => {
    await projection.settle();
    const whole = await readReport("");
    const range = toRangeQuery(whole);
    for (const [number, count] of Object.entries(
      whole.now.totals as Record<string, number | null>,
    )) {
      if (number.endsWith("_s") || number.startsWith("calls")) continue;
      if (number.startsWith("suggestions")) continue;
      const listed = await readChatList(`/reports/${number}/chats?${range}&limit=7`);
      expect([number, listed.length]).toEqual([number, count]);
      expect(new Set(listed.map(({ chat }) => chat.id)).size, number).toBe(count);
    }
    expect(whole.now.totals.chats).toBeGreaterThan(10);
    for (const row of whole.channels)
      expect(
        await readChatList(`/reports/chats/chats?${range}&channel=${row.id}`),
        row.name,
      ).toHaveLength(row.figures.chats);
    for (const { kind, id, name, figures } of whole.people)
      expect(
        await readChatList(
          `/reports/chats/chats?${range}&${kind === "bot" ? "bot" : "operator"}=${id ?? "none"}`,
        ),
        name,
      ).toHaveLength(figures.chats);
    for (const row of whole.departments)
      expect(
        await readChatList(`/reports/chats/chats?${range}&department=${row.id ?? "none"}`),
      ).toHaveLength(row.figures.chats);
    // Replies and their lists belong to the operator who wrote them.
    for (const { kind, id, name, figures } of whole.people)
      if (kind === "operator")
        for (const number of ["replied", "answered", "missed"] as const)
          expect(
            await readChatList(`/reports/${number}/chats?${range}&operator=${id}`),
            `${name} ${number}`,
          ).toHaveLength(figures[number]);
    for (const { weekday, hour, chats, missed } of whole.hours) {
      expect(
        await readChatList(`/reports/chats/chats?${range}&weekday=${weekday}&hour=${hour}`),
      ).toHaveLength(chats);
      if (missed > 0)
        expect(
          await readChatList(`/reports/missed/chats?${range}&weekday=${weekday}&hour=${hour}`),
        ).toHaveLength(missed);
    }
    for (const { date, figures } of whole.now.days)
      expect(await readChatList(`/reports/chats/chats?from=${date}&to=${date}`), date).toHaveLength(
        figures.chats,
      );
    const answered = await readChatList(`/reports/answered/chats?${range}`);
    expect(answered.every(({ answer_s: s }) => typeof s === "number")).toBe(true);
  });

  it("[ASSIST-060] suggestions count per message for who sent them, and later ones of the same operator too; the list has each chat once", async () => {
    // The chats of the history are of earlier days.
    await service.clock.advance(86_400_000);
    const chat = await service.sendCustomerMessage(acme.id, channels[0] ?? 0, "asks", "Hello");
    const range = "last=1&compare=none";
    await callApi("admin", "POST", `/chats/${chat}/accept`);
    await sendSuggestion(chat, "admin", false);
    await projection.settle();
    await sendSuggestion(chat, "admin", false);
    await sendSuggestion(chat, "admin", true);
    await sendSuggestion(chat, "operator", true);
    await callApi("admin", "POST", `/chats/${chat}/messages`, {
      kind: "text",
      text: 'Not "suggestion":{"changed":false}',
      client_id: "no-suggestion",
    });
    await projection.settle();
    const { totals } = (await readReport(range)).now;
    expect([totals.suggestions, totals.suggestions_unchanged]).toEqual([4, 2]);
    const figuresOf = async (id: number): Promise<number[]> => {
      const { suggestions, suggestions_unchanged } = (
        await readReport(`${range}&operator=${id}&channel=${channels[0]}`)
      ).now.days[0].figures;
      return [suggestions, suggestions_unchanged];
    };
    expect(await figuresOf(acme.ids.admin)).toEqual([3, 2]);
    expect(await figuresOf(acme.ids.operator)).toEqual([1, 0]);
    const listed = async (number: string, operator: number): Promise<number[]> =>
      (await readChatList(`/reports/${number}/chats?last=1&operator=${operator}`)).map(
        (row) => row.chat.id as number,
      );
    expect(await listed("suggestions", acme.ids.admin)).toEqual([chat]);
    expect(await listed("suggestions", acme.ids.operator)).toEqual([chat]);
    expect(await listed("suggestions_unchanged", acme.ids.operator)).toEqual([]);
  });

  it("[API-074] narrowed to one channel or person the report is that of its row", async () => {
    const whole = await readReport("");
    const range = toRangeQuery(whole);
    for (const { id, figures } of whole.channels)
      expect((await readReport(`${range}&channel=${id}`)).now.totals).toEqual(figures);
    for (const { kind, id, figures } of whole.people)
      expect(
        (await readReport(`${range}&${kind === "bot" ? "bot" : "operator"}=${id ?? "none"}`)).now
          .totals,
      ).toEqual(figures);
  });

  it("[API-074] [CORE-001] owner, administrator and viewer read it; operator and developer do not; other accounts have their own", async () => {
    const other = await service.createAccount("other");
    for (const [role, status] of [
      ["owner", 200],
      ["admin", 200],
      ["viewer", 200],
      ["operator", 403],
      ["developer", 403],
    ] as const)
      for (const path of [
        "/reports?from=2026-01-01&to=2026-01-31",
        "/reports/chats/chats?from=2026-01-01&to=2026-01-31",
        "/reports/export?from=2026-01-01&to=2026-01-31&table=days",
      ])
        expect([
          role,
          path,
          (await service.call("GET", path, { key: acme.keys[role] })).status,
        ]).toEqual([role, path, status]);
    const theirs = (
      await service.call("GET", "/reports?from=2026-01-01&to=2026-03-31", { key: other.keys.owner })
    ).body;
    expect([
      theirs.timezone,
      theirs.working_hours,
      theirs.now.totals.chats,
      theirs.channels,
    ]).toEqual(["UTC", false, 0, []]);
  });

  it("[API-074] [API-344] calls count for who took them, and those that reached the visitor are told apart", async () => {
    const key = acme.keys.admin;
    expect(
      (
        await service.call("PATCH", "/call-settings", {
          key: acme.keys.owner,
          body: { enabled: true },
        })
      ).status,
    ).toBe(200);
    const range = "last=1&compare=none";
    for (const [name, steps] of [
      ["reached", ["connected", "end"]],
      ["not reached", ["fail"]],
    ] as const) {
      const chat = await service.sendCustomerMessage(acme.id, channels[0] ?? 0, name, "Call me");
      expect((await service.call("POST", `/chats/${chat}/accept`, { key, body: {} })).status).toBe(
        200,
      );
      const call = await service.call("POST", "/calls", {
        key,
        body: { chat_id: chat, phone: "+4930123456" },
      });
      expect(call.status, JSON.stringify(call.body)).toBe(201);
      for (const step of steps) {
        const body = step === "fail" ? { reason: "busy" } : {};
        expect(
          (await service.call("POST", `/calls/${call.body.id as number}/${step}`, { key, body }))
            .status,
        ).toBe(200);
      }
    }
    await projection.settle();
    const whole = await readReport(range);
    expect([
      whole.now.totals.calls,
      whole.now.totals.calls_reached,
      whole.now.days[0].figures.calls,
    ]).toEqual([2, 1, 2]);
    const admin = whole.people.find(
      (row: any) => row.kind === "operator" && row.id === acme.ids.admin,
    );
    const channel = whole.channels.find((row: any) => row.id === channels[0]);
    expect([admin.figures.calls, admin.figures.calls_reached, channel.figures.calls]).toEqual([
      2, 1, 2,
    ]);
    expect((await readReport(`${range}&operator=${acme.ids.operator}`)).now.totals.calls).toBe(0);
    expect((await readReport(`${range}&channel=${channels[1]}`)).now.totals.calls).toBe(0);
    expect(await readChatList(`/reports/calls/chats?last=1&limit=1`)).toHaveLength(2);
    const [busy] = whole.hours.filter((cell: any) => cell.calls > 0);
    expect(
      await readChatList(`/reports/calls/chats?last=1&weekday=${busy.weekday}&hour=${busy.hour}`),
    ).toHaveLength(2);
    expect(
      await readChatList(
        `/reports/calls/chats?last=1&weekday=${busy.weekday}&hour=${(busy.hour + 1) % 24}`,
      ),
    ).toHaveLength(0);
    expect(
      (await readChatList(`/reports/calls_reached/chats?last=1`)).map(
        ({ chat }) => chat.visitor.customer,
      ),
    ).toEqual(["reached"]);
  });

  it("[API-074] [API-343] hours that change afterwards change no first answer, and not whether a chat began within them; rules that measure otherwise do", async () => {
    const hoursAre = async (hours: typeof week): Promise<void> => {
      const body = { timezone: zone, week: hours };
      expect(
        (await service.call("PATCH", "/working-hours", { key: acme.keys.owner, body })).status,
      ).toBe(200);
    };
    const always = Object.fromEntries(
      ["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [day, ["00:00-24:00"]]),
    );
    const chat = await service.sendCustomerMessage(acme.id, channels[0] ?? 0, "patient", "Hello");
    const fact = async () =>
      (
        await service.db.query(
          "select in_hours, answer_ms::float8 as ms from chat_fact where chat_id = $1",
          [chat],
        )
      )[0] as object;
    const closedNow = { ...week, ...Object.fromEntries(Object.keys(week).map((day) => [day, []])) };
    await hoursAre(closedNow);
    await service.clock.advance(600_000);
    await callApi("admin", "POST", `/chats/${chat}/messages`, {
      kind: "text",
      text: "Yes",
      client_id: "patient",
    });
    await projection.settle();
    expect(await fact()).toEqual({ in_hours: false, ms: 0 });
    await hoursAre(always);
    await callApi("admin", "POST", `/chats/${chat}/close`);
    await projection.settle();
    expect(await fact()).toEqual({ in_hours: false, ms: 0 });
    for (const [rules, found] of [
      [hourFactVersion, { in_hours: false, ms: 0 }],
      [hourFactVersion - 1, { in_hours: true, ms: 600_000 }],
    ] as const) {
      await service.db.query("update chat_fact set rules = $2 where chat_id = $1", [chat, rules]);
      await writeCommand(
        chat,
        rateChat({
          visitorId: await readVisitorId(chat),
          rating: "positive",
          comment: `by ${rules}`,
        }),
      );
      await projection.settle();
      expect(await fact()).toEqual(found);
    }
    await hoursAre(week);
  });

  it("[API-074] the latest days end today where the account is", async () => {
    const at = service.clock.now();
    const today = (ms: number): string =>
      new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(ms);
    const latest = await readReport("last=7");
    expect([latest.now.from, latest.now.to, latest.before.from, latest.before.to]).toEqual(
      [6, 0, 13, 7].map((days) => today(at - days * 86_400_000)),
    );
    const year = await readReport("last=7&compare=year");
    expect([new Date(year.before.to).getUTCDay(), year.before.to]).toEqual([
      new Date(latest.now.to).getUTCDay(),
      today(at - 364 * 86_400_000),
    ]);
    expect((await readReport("last=1&compare=none")).before).toBeNull();
  });

  it.each([
    ["from=2026-02-30&to=2026-03-01", "from"],
    ["from=2026-03-02&to=2026-03-01", "to"],
    ["from=2026-01-01&to=2027-03-01", "to"],
    ["from=2026-01-01&to=1e9", "to"],
    ["from=2026-01-01&to=2026-01-02&channel=x", "channel"],
    ["from=2026-01-01&to=2026-01-02&compare=ever", "compare"],
    ["from=2026-01-01&to=2026-01-02&more=1", "more"],
    ["to=2026-01-02", "from"],
    ["from=2026-01-02", "to"],
    ["", "from"],
    ["last=0", "last"],
    ["last=401", "last"],
    ["last=7&to=2026-01-02", "last"],
  ])("[API-074] [API-002] %s is refused with its field", async (query, field) => {
    const answer = await service.call("GET", `/reports?${query}`, { key: acme.keys.viewer });
    expect([answer.status, answer.body.error.field]).toEqual([400, field]);
  });
  it("[API-074] [API-002] numbers that are none, half a cell, and cursors of other lists are refused", async () => {
    const range = "from=2026-01-01&to=2026-01-31";
    for (const path of [
      `/reports/hats/chats?${range}`,
      `/reports/chats/chats?${range}&hour=3`,
      `/reports/chats/chats?${range}&cursor=${Buffer.from('["chats",1,2]').toString("base64url")}`,
    ])
      expect([path, (await service.call("GET", path, { key: acme.keys.viewer })).status]).toEqual([
        path,
        400,
      ]);
  });

  it("[API-464] [API-074] [API-346] every table comes as CSV, and that it was taken is audited", async () => {
    const whole = await readReport("");
    const range = toRangeQuery(whole);
    const exports = async (): Promise<number> =>
      (
        await service.db.query(
          "select from audit where account_id = $1 and action = 'report.export'",
          [acme.id],
        )
      ).length;
    const readCsvRows = async (table: string): Promise<string[][]> => {
      const response = await fetch(
        `${service.origin}/api/v1/reports/export?${range}&table=${table}`,
        {
          headers: { authorization: `Bearer ${acme.keys.viewer}` },
        },
      );
      expect([response.status, response.headers.get("content-type")]).toEqual([
        200,
        "text/csv; charset=utf-8",
      ]);
      expect(response.headers.get("content-disposition")).toContain(`parlour-${table}-`);
      const text = await response.text();
      return text
        .trim()
        .split("\r\n")
        .map((line) => line.split(","));
    };
    const days = await readCsvRows("days");
    expect(days.slice(1).map(([date, chats]) => [date, Number(chats)])).toEqual(
      whole.now.days.map((day: any) => [day.date, day.figures.chats]),
    );
    const channelLines = await readCsvRows("channels");
    for (const table of ["channels", "departments", "people"] as const)
      expect(
        (await readCsvRows(table)).slice(1).map((cells) => cells[table === "people" ? 1 : 0]),
      ).toEqual(whole[table].map(({ id }: { id: number | null }) => String(id ?? "")));
    // A spreadsheet would interpret this name as a formula.
    expect(channelLines.map((cells) => cells[1])).toContain("'=Shop");
    expect(channelLines.slice(1).reduce((sum, cells) => sum + Number(cells[2]), 0)).toBe(
      whole.now.totals.chats,
    );
    expect(
      (await readCsvRows("people")).slice(1).reduce((sum, cells) => sum + Number(cells[3]), 0),
    ).toBe(whole.now.totals.chats);
    expect(
      (await readCsvRows("departments")).slice(1).reduce((sum, cells) => sum + Number(cells[2]), 0),
    ).toBe(whole.now.totals.chats);
    const hours = await readCsvRows("hours");
    expect([
      hours.length,
      hours.slice(1).reduce((sum, cells) => sum + Number(cells[3]), 0),
    ]).toEqual([169, whole.now.totals.chats]);
    const workbook = await fetch(
      `${service.origin}/api/v1/reports/export?${range}&table=days&format=xlsx`,
      {
        headers: { authorization: `Bearer ${acme.keys.viewer}` },
      },
    );
    expect(
      (await unzip(Buffer.from(await workbook.arrayBuffer()))).get("xl/worksheets/sheet1.xml"),
    ).toContain("<c><v>");
    const before = await exports();
    const chatRows = await readCsvRows("chats");
    expect(chatRows[0]?.at(-1)).toBe("chat_number");
    expect(chatRows).toHaveLength(1 + whole.now.totals.chats + whole.now.totals.begun);
    expect(await exports()).toBe(before + 1);
  });
});

/** Runs a command that may be refused. Returns whether it changed the chat. */
async function writeCommand(chat: number, handler: CommandHandler): Promise<boolean> {
  try {
    const { answer } = await service.journal.write({
      account: acme.id,
      subject: { chat },
      handler: handler,
    });
    return !/"outcome":"(joined|pending)"|"handed_over":false/.test(JSON.stringify(answer));
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
async function callApi(
  role: "admin" | "operator",
  method: string,
  path: string,
  body: unknown = {},
): Promise<boolean> {
  const answer = await service.call(method, path, { key: acme.keys[role], body });
  expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(500);
  return answer.status < 300;
}
/** Sends a message that comes from a suggestion of the model, which this service does not have. */
async function sendSuggestion(
  chat: number,
  role: "admin" | "operator",
  changed: boolean,
): Promise<boolean> {
  const operatorId = acme.ids[role];
  try {
    await service.journal.write({
      account: acme.id,
      subject: { chat, operator: operatorId },
      handler: sendOperatorMessage({
        operatorId,
        kind: "text",
        text: "Up to 220 degrees.",
        clientId: `suggestion-${suggestionCount++}`,
        mentions: [],
        suggestion: { request_id: 1, changed, model: "qwen3:14b" },
      }),
    });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
let suggestionCount = 0;
async function readVisitorId(chat: number): Promise<number> {
  const [row] = await service.db.query<{ id: number }>(
    "select visitor_id as id from chat where id = $1",
    [chat],
  );
  return Number(row?.id ?? 0);
}
const toRangeQuery = (whole: any): string => `from=${whole.now.from}&to=${whole.now.to}`;
/** Reads the report of `query`. If it is empty, reads the report of the whole time of this test. */
async function readReport(query: string): Promise<any> {
  const range =
    query === ""
      ? `from=2026-01-05&to=${new Date(service.clock.now() + 86_400_000).toISOString().slice(0, 10)}`
      : query;
  const answer = await service.call("GET", `/reports?${range}`, { key: acme.keys.viewer });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}
/** Reads all pages of a list of chats. */
const readChatList = (path: string): Promise<any[]> =>
  readAllPages(service, acme.keys.viewer, path);

async function compareWithReference(when: string): Promise<void> {
  const whole = await readReport("");
  const expected = await computeReference(service.db, acme.id, {
    zone,
    from: whole.now.from,
    to: whole.now.to,
  });
  expect(
    toReferenceShape(whole, ({ name }) => name),
    when,
  ).toEqual(expected);
  // Compares the second half with the first.
  const middle = whole.now.days[Math.floor(whole.now.days.length / 2)].date as string;
  const half = await readReport(`from=${middle}&to=${whole.now.to}&compare=before`);
  const earlier = await computeReference(service.db, acme.id, {
    zone,
    from: half.before.from,
    to: half.before.to,
  });
  expect(half.before, when).toEqual(earlier.now);
}
