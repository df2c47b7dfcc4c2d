/** Texts of the fields of a report, as read_report returns it (MCP-075). */

const figureTexts = {
  chats: "Chats that visitors started.",
  begun: "Chats that operators started or continued.",
  missed: "Chats that ended while they waited.",
  missed_outside_hours: "Missed chats that began outside working hours.",
  replied: "Chats in which an operator wrote to the visitor.",
  answered: "Chats with a measured time to the first answer.",
  answer_median_s: "Median time to the first answer, in seconds. Null if nothing was measured.",
  answer_p90_s:
    "90th percentile of the time to the first answer, in seconds. Null if nothing was measured.",
  closed: "Chats that are closed.",
  duration_median_s: "Median duration of a chat, in seconds. Null if nothing was measured.",
  rated: "Rated chats.",
  positive: "Chats with a positive rating.",
  negative: "Chats with a negative rating.",
  commented: "Chats whose rating has a comment.",
  by_bot: "Chats that a bot ended without an operator.",
  calls: "Calls that were requested.",
  calls_reached: "Calls in which the visitor was connected.",
  suggestions: "Messages that operators sent from a suggestion of the model.",
  suggestions_unchanged: "Suggestions that were sent without a change.",
};
const figurePaths = [
  "now.totals",
  "before.totals",
  "days.figures",
  "channels.figures",
  "departments.figures",
  "people.figures",
];
/** Texts of all figures in a report, by their paths. */
const allFigureTexts = Object.fromEntries(
  figurePaths.flatMap((path) =>
    Object.entries(figureTexts).map(([name, text]) => [`${path}.${name}`, text]),
  ),
);
const periodTexts = (name: string) => ({
  [`${name}.from`]: "First day.",
  [`${name}.to`]: "Last day, included.",
  [`${name}.totals`]: "Figures of the whole period.",
});
export const reportTexts = {
  ...allFigureTexts,
  ...periodTexts("now"),
  ...periodTexts("before"),
  timezone: "Time zone of the days.",
  now: "The period.",
  before: "The period to compare with. Null if compare is none.",
  days: "Figures of each day. Empty unless by_day is true.",
  "days.date": "The day.",
  "days.open": "Whether a part of the day is within working hours.",
  "days.figures": "Figures of the day.",
  channels: "Figures of each channel.",
  "channels.id": "Id of the channel.",
  "channels.name": "Name of the channel.",
  "channels.figures": "Figures of the channel.",
  departments: "Figures of each department.",
  "departments.id": "Id of the department. Null for chats without one.",
  "departments.name": "Name of the department. Null for chats without one.",
  "departments.figures": "Figures of the department.",
  people: "Figures of each operator and bot.",
  "people.kind": "operator, bot, or none for chats that nobody had.",
  "people.id": "Id of the operator or bot. Null for none.",
  "people.name": "Name of the operator or bot. Null for none.",
  "people.figures": "Figures of the operator or bot.",
};
