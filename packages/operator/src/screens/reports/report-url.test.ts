import { expect, it } from "vitest";
import { pickFilter, toReportQuery, parseReportParams, withoutChatList } from "./report-url.ts";
import { toChatListParams, parseChatList } from "./chat-list/chat-list-query.ts";

it("[API-074] an address gives the query of its report, and leaves out what means nothing", () => {
  expect(toReportQuery(parseReportParams({}))).toEqual({ last: "28" });
  expect(toReportQuery(parseReportParams({ last: 7, channel: 3, compare: "year" }))).toEqual({
    last: "7",
    channel: "3",
    compare: "year",
  });
  expect(
    toReportQuery(parseReportParams({ from: "2026-10-24", to: "2026-11-20", last: 7 })),
  ).toEqual({
    from: "2026-10-24",
    to: "2026-11-20",
  });
  expect(
    toReportQuery(
      parseReportParams({
        from: "2026-10-24",
        operator: "none",
        department: "x",
        bot: -1,
        compare: "before",
      }),
    ),
  ).toEqual({
    last: "28",
    operator: "none",
  });
});
it("[API-074] [SEG-009] a filter stays when the days change", () => {
  const address = parseReportParams({ last: 7, channel: 3, segment: 5, compare: "year" });
  expect(pickFilter(address)).toEqual({ channel: "3", segment: "5" });
});
it.each([
  ["of the whole report", { number: "missed" }],
  ["of a day", { number: "chats", of: { kind: "day", date: "2026-11-20" } }],
  ["of an hour of the week", { number: "calls", of: { kind: "hour", weekday: 7, hour: 23 } }],
  ["of an operator", { number: "replied", of: { kind: "operator", id: 5 } }],
  ["of no department", { number: "rated", of: { kind: "department", id: null } }],
] as const)("[API-074] the list behind a number %s stands in the address", (_, listed) => {
  const search = { last: "7", channel: "3", ...toChatListParams(listed) };
  const address = parseReportParams(search);
  expect(parseChatList(address)).toEqual(listed);
  expect(address).toEqual(search);
  // Opening the list does not change the report.
  expect(toReportQuery(address)).toEqual({ last: "7", channel: "3" });
  expect(withoutChatList(address)).toEqual({ last: "7", channel: "3" });
});
it("[API-074] lists that nobody can mean are left out of an address", () => {
  for (const list of ["hats", "toString", "", 3])
    expect(parseChatList(parseReportParams({ show: list, of: "day.2026-11-20" }))).toBeNull();
  for (const of of [
    "hour.8.3",
    "hour.1.24",
    "hour.2",
    "channel.none",
    "operator.x",
    "day.today",
    "kind.3",
    "",
  ])
    expect(parseChatList(parseReportParams({ show: "chats", of }))).toEqual({ number: "chats" });
});
