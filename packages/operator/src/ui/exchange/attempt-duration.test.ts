import { expect, it } from "vitest";
import { i18n } from "../../text/index.ts";
import { getLimitShare, formatAttemptDuration } from "./attempt-duration.ts";

it("[API-150] an attempt is shown against the time limit of its kind, and is slow above 500 ms", () => {
  i18n.activate("en", "en-GB");
  expect([
    formatAttemptDuration(84),
    formatAttemptDuration(999.6),
    formatAttemptDuration(1_234),
    formatAttemptDuration(15_000),
  ]).toEqual(["84 ms", "1000 ms", "1.2 s", "15.0 s"]);
  expect(getLimitShare("webhook", 1_500)).toEqual({ share: 0.1, isSlow: true });
  expect(getLimitShare("channel", 1_500)).toEqual({ share: 0.5, isSlow: true });
  // The measured duration of an attempt aborted at its limit may slightly exceed the limit.
  expect(getLimitShare("bot", 3_040)).toEqual({ share: 1, isSlow: true });
  expect([getLimitShare("mail", 500).isSlow, getLimitShare("mail", 501).isSlow]).toEqual([
    false,
    true,
  ]);
});
