import { findingCodes, type Finding } from "@parlour/protocol/api";
import { beforeAll, describe, expect, it } from "vitest";
import { i18n } from "../../../text/index.ts";
import { byWeight, wordsOfFinding } from "./finding-words.ts";

beforeAll(() => i18n.activate("en", "en-GB"));

const finding = (code: Finding["code"], state: Finding["state"], values: Finding["values"] = {}): Finding => ({
  check: "disk",
  state,
  code,
  values,
  message: "",
  advice: null,
});

describe("[API-075] words of findings", () => {
  it("sizes and times are said as people read them, counts in their form", () => {
    expect(wordsOfFinding(finding("disk_full", "fault", { free_mib: 5, folder: "DATA_DIR", least_mib: 32 }))).toEqual({
      said: "Only 5 MB are free for DATA_DIR: messages are refused.",
      advice: "Free some space: at least 32 MB are needed. All goes on by itself then.",
    });
    expect(wordsOfFinding(finding("disk_good", "good", { free_mib: 20_480, folder: "DATA_DIR" }))).toEqual({
      said: "20 GB are free for DATA_DIR.",
      advice: null,
    });
    const waiting = wordsOfFinding(finding("deliveries_wait", "warning", { count: 1, oldest_at: "2026-01-02T03:04:05.000Z" }));
    expect(waiting.said).toMatch(/^1 waits for more than an hour, the oldest since \d+ Jan 2026, \d\d:\d\d:05\.$/);
  });

  it("every finding has a sentence of its own in both languages", () => {
    for (const locale of ["en", "ru"] as const) {
      i18n.activate(locale, locale);
      const said = findingCodes.map((code) => wordsOfFinding(finding(code, "good", { count: 2, days: 2 })).said);
      expect(said.filter((words) => words.startsWith("finding."))).toEqual([]);
    }
    i18n.activate("en", "en-GB");
  });

  it("faults come first, then warnings, each in the order of the server", () => {
    const list = [
      finding("clock_good", "good"),
      finding("backups_none", "warning"),
      finding("mail_unreachable", "fault"),
      finding("disk_low", "warning"),
    ];
    expect(byWeight(list).map(({ code }) => code)).toEqual(["mail_unreachable", "backups_none", "disk_low", "clock_good"]);
  });
});
