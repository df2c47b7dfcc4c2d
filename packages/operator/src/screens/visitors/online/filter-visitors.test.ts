import type { VisitorOnline } from "@parlour/protocol/api";
import { expect, test } from "vitest";
import { countByState, filterVisitors } from "./use-online-visitors.ts";
import { pagePath, locationText, visitSource } from "../../../ui/visitor/visits/format.ts";

const geoip = {
  region_code: "",
  country: "Germany",
  country_code: "DE",
  region: "",
  city: "Köln",
  latitude: "",
  longitude: "",
  organization: "",
};
const utm = { source: "", medium: "", content: "", campaign: "", term: "" };
const session = { geoip, utm, ip_addr: "", user_agent: "", analytics: {} };
const createVisitor = (
  number: number,
  minute: number,
  state: VisitorOnline["state"] = "browsing",
) =>
  ({
    number,
    id: number,
    state,
    name: null,
    email: null,
    phone: null,
    session,
    since: `2026-01-05T09:0${minute}:00.000Z`,
    trail: [{ url: `https://shop.example/p${number}`, title: "Tea", at: "" }],
  }) as unknown as VisitorOnline;
const numbers = (rows: readonly VisitorOnline[]) => rows.map((row) => row.number);

test("[API-030] visitors online: the longest on the site first, narrowed by state and by words in number, page and place", () => {
  const all = [
    createVisitor(1, 3),
    createVisitor(2, 1, "invited"),
    createVisitor(3, 2, "chatting"),
  ];
  const any = { q: "", filter: "all", newest: false } as const;
  expect(numbers(filterVisitors(all, any))).toEqual([2, 3, 1]);
  expect(numbers(filterVisitors(all, { ...any, newest: true }))).toEqual([1, 3, 2]);
  expect(numbers(filterVisitors(all, { ...any, filter: "invited" }))).toEqual([2]);
  expect(numbers(filterVisitors(all, { ...any, q: "köln TEA /p3" }))).toEqual([3]);
  expect(numbers(filterVisitors(all, { ...any, q: "bremen" }))).toEqual([]);
  expect(countByState(all)).toEqual({ all: 3, browsing: 1, invited: 1, chatting: 1 });
});

test("[API-030] where a visit came from: the campaign, else the site that sent him, else nothing", () => {
  expect(
    visitSource(
      { ...session, utm: { ...utm, source: "news", campaign: "tea" } },
      "https://www.a.example/",
    ),
  ).toEqual({
    name: "news",
    detail: "tea",
  });
  expect(visitSource(session, "https://www.a.example/x?q=1")).toEqual({
    name: "a.example",
    detail: "",
  });
  expect(visitSource(session, "")).toBeNull();
  expect([locationText(session), pagePath("https://shop.example/a?b#c"), pagePath("x")]).toEqual([
    "DE · Köln",
    "/a?b",
    "x",
  ]);
});
