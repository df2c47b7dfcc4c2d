import { findingCodes, type Finding } from "@parlour/protocol/api";
import { beforeAll, describe, expect, it } from "vitest";
import { i18n } from "../../../text/index.ts";
import { findingMessage } from "./finding-message.ts";
import { sortBySeverity } from "./SystemPage.tsx";

beforeAll(() => i18n.activate("en", "en-GB"));

const finding = (
  code: Finding["code"],
  state: Finding["state"],
  values: Finding["values"] = {},
): Finding => ({
  check: "disk",
  state,
  code,
  values,
  message: "",
  advice: null,
});

describe("[API-075] words of findings", () => {
  it("sizes and times are said as people read them, counts in their form", () => {
    expect(
      findingMessage(
        finding("disk_full", "fault", { free_mib: 5, folder: "DATA_DIR", least_mib: 32 }),
      ),
    ).toEqual({
      message: "Only 5 MB left for DATA_DIR. New messages are rejected.",
      advice: "Free up disk space: at least 32 MB needed. Parlour then resumes automatically.",
    });
    expect(
      findingMessage(finding("disk_good", "good", { free_mib: 20_480, folder: "DATA_DIR" })),
    ).toEqual({
      message: "20 GB free for DATA_DIR.",
      advice: null,
    });
    const waiting = findingMessage(
      finding("deliveries_wait", "warning", { count: 1, oldest_at: "2026-01-02T03:04:05.000Z" }),
    );
    expect(waiting.message).toMatch(
      /^1 delivery has been pending for over an hour, the oldest since \d+ Jan 2026, \d\d:\d\d:05\.$/,
    );
  });

  it("every finding has a sentence of its own in both languages", () => {
    for (const locale of ["en", "ru"] as const) {
      i18n.activate(locale, locale);
      const messages = findingCodes.map(
        (code) =>
          findingMessage(finding(code, "good", { count: 2, days: 2, error: "no_space" })).message,
      );
      expect(messages.filter((message) => message.startsWith("finding."))).toEqual([]);
    }
    i18n.activate("en", "en-GB");
  });

  it("faults come first, then warnings, each in the order of the server", () => {
    const findings = [
      finding("clock_good", "good"),
      finding("backups_none", "warning"),
      finding("mail_unreachable", "fault"),
      finding("disk_low", "warning"),
    ];
    expect(sortBySeverity(findings).map(({ code }) => code)).toEqual([
      "mail_unreachable",
      "backups_none",
      "disk_low",
      "clock_good",
    ]);
  });
});
