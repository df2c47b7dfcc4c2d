import type { HomeTexts } from "../en/first.ts";

export const tr: HomeTexts = {
  isHere: "{names} burada",
  areHere: "{names} burada",
  others: { one: "{count} kişi daha", other: "{count} kişi daha" },
  repliesIn: "Genelde {time} içinde yanıtlar",
  replyIn: "Genelde {time} içinde yanıtlarız",
  ready: "Yardıma hazırız",
  away: "Kısa süreliğine uzaktayız",
  notHereNow: "Şu anda burada değiliz",
  byMail: "E-posta ile yanıtlarız.",
  backToday: "Bugün {time} itibarıyla buradayız",
  backTomorrow: "Yarın {time} itibarıyla buradayız",
  backOn: "{day} {time} itibarıyla buradayız",
  localTime: "{place}: saat {time}.",
  automatic: "Otomatik yanıtlar",
  whoAnswers: "Kim yanıtlasın?",
  ratherTalk: "Konuşmayı mı tercih edersiniz?",
  askForCall: "Arama iste",
};
