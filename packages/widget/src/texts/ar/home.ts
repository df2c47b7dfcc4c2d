import type { HomeTexts } from "../en/first.ts";

export const ar: HomeTexts = {
  isHere: "{names} هنا الآن",
  areHere: "{names} هنا الآن",
  others: {
    zero: "{count} آخرون",
    one: "{count} آخر",
    two: "{count} آخران",
    few: "{count} آخرون",
    many: "{count} آخرون",
    other: "{count} آخرون",
  },
  repliesIn: "الرد عادةً خلال {time}",
  replyIn: "نرد عادةً خلال {time}",
  ready: "مستعدون للمساعدة",
  away: "سنعود بعد قليل",
  notHereNow: "لا يوجد أحد الآن",
  byMail: "نرد عبر البريد الإلكتروني.",
  backToday: "نعود اليوم الساعة {time}",
  backTomorrow: "نعود غدًا الساعة {time}",
  backOn: "نعود {day} الساعة {time}",
  localTime: "الساعة الآن {time} في {place}.",
  automatic: "ردود آلية",
  whoAnswers: "من تريد أن يجيب؟",
  ratherTalk: "تفضّل التحدث؟",
  askForCall: "اطلب مكالمة",
};
