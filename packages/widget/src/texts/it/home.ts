import type { HomeTexts } from "../en/first.ts";

export const it: HomeTexts = {
  isHere: "{names} è qui",
  areHere: "{names} sono qui",
  others: { one: "{count} altro", many: "{count} di altri", other: "{count} altri" },
  repliesIn: "Di solito risponde in {time}",
  replyIn: "Di solito rispondono in {time}",
  ready: "Pronti ad aiutare",
  away: "Torniamo tra un momento",
  notHereNow: "In questo momento non ci siamo",
  byMail: "Rispondiamo via email.",
  backToday: "Torniamo oggi alle {time}",
  backTomorrow: "Torniamo domani alle {time}",
  backOn: "Torniamo {day} alle {time}",
  localTime: "Sono le {time} in {place}.",
  automatic: "Risposte automatiche",
  whoAnswers: "Con chi desideri parlare?",
  ratherTalk: "Preferisci parlare?",
  askForCall: "Richiedi una chiamata",
};
