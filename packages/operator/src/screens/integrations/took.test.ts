import { expect, it } from "vitest";
import { i18n } from "../../text/index.ts";
import { shareOf, tookWords } from "./took.ts";

it("[API-150] an attempt is shown against the time limit of its kind, and is slow above 500 ms", () => {
  i18n.activate("en", "en-GB");
  expect([tookWords(84), tookWords(999.6), tookWords(1_234), tookWords(15_000)]).toEqual(["84 ms", "1000 ms", "1.2 s", "15.0 s"]);
  expect(shareOf("webhook", 1_500)).toEqual({ share: 0.1, isSlow: true });
  expect(shareOf("channel", 1_500)).toEqual({ share: 0.5, isSlow: true });
  // An attempt that was aborted at its limit may measure slightly more than the limit.
  expect(shareOf("bot", 3_040)).toEqual({ share: 1, isSlow: true });
  expect([shareOf("mail", 500).isSlow, shareOf("mail", 501).isSlow]).toEqual([false, true]);
});
