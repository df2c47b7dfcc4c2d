import type { HomeTexts } from "../en/first.ts";

export const pl: HomeTexts = {
  isHere: "{names} jest tutaj",
  areHere: "{names} są tutaj",
  others: {
    one: "{count} inna osoba",
    few: "{count} inne osoby",
    many: "{count} innych osób",
    other: "{count} innej osoby",
  },
  repliesIn: "Zwykle odpowiada w ciągu {time}",
  replyIn: "Zwykle odpowiadają w ciągu {time}",
  ready: "Chętnie pomożemy",
  away: "Zaraz wracamy",
  notHereNow: "Teraz nas nie ma",
  byMail: "Odpowiadamy e-mailem.",
  backToday: "Wracamy dzisiaj o {time}",
  backTomorrow: "Wracamy jutro o {time}",
  backOn: "Wracamy: {day}, {time}",
  localTime: "{place}: jest {time}.",
  automatic: "Automatyczne odpowiedzi",
  whoAnswers: "Z kim chcesz porozmawiać?",
  ratherTalk: "Wolisz rozmowę telefoniczną?",
  askForCall: "Zamów rozmowę",
};
