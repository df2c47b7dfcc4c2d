import type { Report, ReportFigures } from "@parlour/protocol/api";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { formatRatedShare } from "./figures.ts";
import { KeyFigures } from "./KeyFigures.tsx";

const figures = (more: Partial<ReportFigures> = {}): ReportFigures => ({
  chats: 0,
  begun: 0,
  missed: 0,
  missed_outside_hours: 0,
  replied: 0,
  answered: 0,
  answer_median_s: null,
  answer_p90_s: null,
  closed: 0,
  duration_median_s: null,
  rated: 0,
  positive: 0,
  negative: 0,
  commented: 0,
  by_bot: 0,
  calls: 0,
  calls_reached: 0,
  suggestions: 0,
  suggestions_unchanged: 0,
  ...more,
});
/** Renders the key figures. Returns the texts of the tiles by tile name. */
function renderTiles(
  now: ReportFigures,
  before: ReportFigures | null,
): Readonly<Record<string, string>> {
  const report = {
    now: { totals: now },
    before: before && { totals: before },
    people: [],
  } as unknown as Report;
  const html = renderToStaticMarkup(<KeyFigures report={report} onOpen={() => undefined} />);
  const tiles = html.split("<dt>").slice(1);
  const words = (text: string) =>
    text
      .replaceAll(/<[^>]*>/gu, " ")
      .replaceAll(/\s+/gu, " ")
      .trim();
  return Object.fromEntries(
    tiles.map((tile) => [
      words(tile.slice(0, tile.indexOf("<span"))),
      words(tile.slice(tile.indexOf("</dt>"))),
    ]),
  );
}

it("[CORE-192] [CORE-214] figures without data are a dash and a word, never a share of nothing", () => {
  expect(renderTiles(figures({ chats: 5 }), null)).toEqual({
    Chats: "5 Started by visitors",
    Missed: "0 Ended unanswered",
    "First reply": "– In working hours",
    Duration: "– From start to end",
    "Positive ratings": "– no ratings Share of rated chats",
    "Solved by bot": "– no bot No operator needed",
    Calls: "0 Requested call-backs",
  });
  expect([formatRatedShare(0, 0), formatRatedShare(0, 4), formatRatedShare(91, 100)]).toEqual([
    "no ratings",
    "0% of 4",
    "91% of 100",
  ]);
});

it("[CORE-192] [CORE-214] a change has a word, and a colour only where better is certain", () => {
  const now = figures({
    chats: 104,
    missed: 2,
    answer_median_s: 41,
    answered: 9,
    duration_median_s: 546,
    closed: 9,
    rated: 10,
    positive: 9,
    by_bot: 20,
  });
  const before = figures({
    chats: 100,
    missed: 4,
    answer_median_s: 42,
    duration_median_s: 546,
    rated: 10,
    positive: 8,
    by_bot: 20,
    calls: 1,
  });
  expect(renderTiles(now, before)).toMatchObject({
    Chats: "104 +4% more Started by visitors",
    Missed: "2 1.9% −2.1 pt better Ended unanswered",
    "First reply": "0:41 median −0:01 faster In working hours",
    Duration: "9:06 median no change From start to end",
    "Positive ratings": "90% of 10 +10 pt better Share of rated chats",
    Calls: "0 −1 fewer Requested call-backs",
  });
  const report = {
    now: { totals: now },
    before: { totals: before },
    people: [],
  } as unknown as Report;
  const tones = [
    ...renderToStaticMarkup(<KeyFigures report={report} onOpen={() => undefined} />).matchAll(
      /class="delta (\w*)"/gu,
    ),
  ];
  expect(tones.map(([, tone]) => tone)).toEqual(["", "good", "good", "", "good", "", ""]);
});
