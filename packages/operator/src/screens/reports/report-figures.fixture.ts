import type { ReportFigures } from "@parlour/protocol/api";

/** Figures of a number of chats, of which none was missed or rated. */
export const createFigures = (chats: number): ReportFigures => ({
  chats,
  begun: chats,
  missed: 0,
  missed_outside_hours: 0,
  replied: chats,
  answered: chats,
  answer_median_s: null,
  answer_p90_s: null,
  closed: chats,
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
});
