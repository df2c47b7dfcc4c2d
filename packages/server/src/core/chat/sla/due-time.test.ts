import { describe, expect, it } from "vitest";
import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import type { ChatData } from "../../event.ts";
import { findDueTime, listSlaSpans, type SlaPromise } from "./due-time.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Monday to Friday, 9 to 17 in Berlin. */
const weekdays: OpeningHours = {
  timezone: "Europe/Berlin",
  week: Object.fromEntries(
    ["mon", "tue", "wed", "thu", "fri"].map((day) => [day, [["09:00", "17:00"]]]),
  ),
  exceptions: {},
};
const chat = {
  state: "waiting",
  bot: null,
  accepted_at: null,
  closed_at: null,
  snoozed: undefined,
} as unknown as ChatData;
const promise = (more: Partial<SlaPromise> = {}): SlaPromise => ({
  policy: { id: 2, name: "VIP" },
  times: { first_reply: 10 * minuteMs, next_reply: 30 * minuteMs, close: null },
  atRiskPercent: 80,
  isToVisitor: false,
  hours: null,
  ...more,
});
type Moment = readonly [time: string, code: string];
/** The due time of a chat that began at the first moment, looked at a minute after the last one. */
function find(moments: readonly Moment[], given = promise(), entity: Partial<ChatData> = {}) {
  const list = moments.map(([time, code], n) => ({ seq: n + 1, at: Date.parse(time), code }));
  const spans = listSlaSpans(
    { entity: { ...chat, ...entity }, createdAt: list[0]?.at ?? 0, moments: list },
    given,
    (list.at(-1)?.at ?? 0) + minuteMs,
  );
  const due = findDueTime(spans, given.policy);
  return due && [due.target, due.due_at];
}

describe("what is due", () => {
  it("[SLA-012] the first reply, then the next one after the visitor's first message since", () => {
    const asked: Moment = ["2026-03-02T10:00:00Z", "visitor"];
    const answered: Moment = ["2026-03-02T10:05:00Z", "operator"];
    const asksAgain: Moment = ["2026-03-02T11:00:00Z", "visitor"];
    expect(find([asked])).toEqual(["first_reply", "2026-03-02T10:10:00.000Z"]);
    expect(find([asked, answered])).toBeUndefined();
    const again: readonly Moment[] = [asked, answered, asksAgain];
    expect(find(again)).toEqual(["next_reply", "2026-03-02T11:30:00.000Z"]);
    expect(find([...again, ["2026-03-02T11:10:00Z", "snoozed"]])).toBeUndefined();
    expect(find([...again, ["2026-03-02T11:10:00Z", "visitor"]])?.[1]).toBe(
      "2026-03-02T11:30:00.000Z",
    );
  });

  it("[SLA-012] nothing runs while a bot answers, and after its hand-over the wait counts", () => {
    const bot = { id: 3, name: "Bo", photo: "", attached: true };
    const begun: Moment = ["2026-03-02T10:00:00Z", "visitor"];
    expect(find([begun], promise(), { state: "bot", bot })).toBeUndefined();
    const invited: Moment = ["2026-03-02T10:20:00Z", "invited"];
    expect(find([begun, invited], promise(), { bot })).toEqual([
      "first_reply",
      "2026-03-02T10:30:00.000Z",
    ]);
    const joined = { bot, state: "open", accepted_at: "2026-03-02T10:00:30.000Z" } as const;
    expect(find([begun], promise(), joined)?.[1]).toBe("2026-03-02T10:10:30.000Z");
  });

  it("[SLA-012] a chat that an operator started has no first reply, a closed one nothing", () => {
    const started: Moment = ["2026-03-02T10:00:00Z", "started"];
    expect(find([started])).toBeUndefined();
    const closed = { state: "closed", closed_at: "2026-03-02T10:01:00.000Z" } as const;
    expect(find([["2026-03-02T10:00:00Z", "visitor"]], promise(), closed)).toBeUndefined();
  });

  it("[SLA-010] of several targets, the one that is due first", () => {
    const times = { first_reply: 2 * hourMs, next_reply: null, close: hourMs };
    const asked: Moment = ["2026-03-02T10:00:00Z", "visitor"];
    expect(find([asked], promise({ times }))).toEqual(["close", "2026-03-02T11:00:00.000Z"]);
    expect(find([asked], promise({ times: { ...times, close: 3 * hourMs } }))?.[0]).toBe(
      "first_reply",
    );
  });
});

describe("the clock of a target", () => {
  const asked = (time: string): readonly Moment[] => [[time, "visitor"]];

  it("[SLA-011] working hours stop it at night, on Sundays and on exceptions", () => {
    const hours = promise({ hours: weekdays });
    expect(find(asked("2026-03-06T15:55:00Z"), hours)?.[1]).toBe("2026-03-09T08:05:00.000Z");
    const closed = { ...weekdays, exceptions: { "2026-03-09": [] } };
    expect(find(asked("2026-03-06T15:55:00Z"), promise({ hours: closed }))?.[1]).toBe(
      "2026-03-10T08:05:00.000Z",
    );
    const never = { ...weekdays, week: {} };
    expect(find(asked("2026-03-06T15:55:00Z"), promise({ hours: never }))).toBeUndefined();
  });

  it("[SLA-011] the zone and its daylight saving decide about the hours", () => {
    const hours = promise({ hours: weekdays });
    // Clocks go forward on 2026-03-29 and back on 2026-10-25.
    expect(find(asked("2026-03-27T15:55:00Z"), hours)?.[1]).toBe("2026-03-30T07:05:00.000Z");
    expect(find(asked("2026-10-23T14:55:00Z"), hours)?.[1]).toBe("2026-10-26T08:05:00.000Z");
    const tokyo = promise({ hours: { ...weekdays, timezone: "Asia/Tokyo" } });
    expect(find(asked("2026-03-06T15:55:00Z"), tokyo)?.[1]).toBe("2026-03-09T00:10:00.000Z");
  });

  it("[SLA-012] a snooze stops it, and a target that was missed before remains", () => {
    const moments: readonly Moment[] = [
      ["2026-03-02T10:00:00Z", "visitor"],
      ["2026-03-02T10:04:00Z", "snoozed"],
      ["2026-03-02T12:00:00Z", "snooze_ended"],
    ];
    expect(find(moments)?.[1]).toBe("2026-03-02T12:06:00.000Z");
    expect(find(moments.slice(0, 2))).toBeUndefined();
    const late: readonly Moment[] = [
      ["2026-03-02T10:00:00Z", "visitor"],
      ["2026-03-02T10:15:00Z", "snoozed"],
    ];
    expect(find(late)?.[1]).toBe("2026-03-02T10:10:00.000Z");
  });

  it("[SLA-011] a message ahead of the clock counts as now", () => {
    const spans = listSlaSpans(
      {
        entity: chat,
        createdAt: Date.parse("2026-03-02T10:00:00Z"),
        moments: [{ seq: 1, at: Date.parse("2026-03-02T10:00:00Z"), code: "visitor" }],
      },
      promise(),
      Date.parse("2026-03-02T09:00:00Z"),
    );
    const due = findDueTime(spans, promise().policy);
    expect([due?.at_risk_at, due?.due_at]).toEqual([
      "2026-03-02T09:08:00.000Z",
      "2026-03-02T09:10:00.000Z",
    ]);
  });
});
