import type { HomeTexts } from "../en/first.ts";

export const de: HomeTexts = {
  isHere: "{names} ist da",
  areHere: "{names} sind da",
  others: { one: "{count} weitere Person", other: "{count} weitere" },
  repliesIn: "Antwortet meist in {time}",
  replyIn: "Antworten meist in {time}",
  ready: "Wir helfen gern",
  away: "Wir sind kurz weg",
  notHereNow: "Gerade ist niemand da",
  byMail: "Wir antworten per E-Mail.",
  backToday: "Heute um {time} zurück",
  backTomorrow: "Morgen um {time} zurück",
  backOn: "Zurück am {day} um {time}",
  localTime: "In {place} ist es {time}.",
  automatic: "Automatische Antworten",
  whoAnswers: "Wer soll antworten?",
  ratherTalk: "Lieber sprechen?",
  askForCall: "Rückruf anfordern",
};
