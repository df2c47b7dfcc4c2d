import type { HomeTexts } from "../en/first.ts";

export const fi: HomeTexts = {
  isHere: "{names} on paikalla",
  areHere: "{names} ovat paikalla",
  others: { one: "{count} muu", other: "{count} muuta" },
  repliesIn: "Vastausaika yleensä: {time}",
  replyIn: "Vastausaika yleensä: {time}",
  ready: "Valmiina auttamaan",
  away: "Olemme hetken poissa",
  notHereNow: "Emme ole nyt paikalla",
  byMail: "Vastaamme sähköpostitse.",
  backToday: "Palaamme tänään klo {time}",
  backTomorrow: "Palaamme huomenna klo {time}",
  backOn: "Palaamme: {day} klo {time}",
  localTime: "{place}: kello on {time}.",
  automatic: "Automaattiset vastaukset",
  whoAnswers: "Kenen kanssa haluat jutella?",
  ratherTalk: "Haluatko mieluummin puhua?",
  askForCall: "Pyydä soittoa",
};
