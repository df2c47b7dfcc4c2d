import type { HomeTexts } from "../en/first.ts";

export const id: HomeTexts = {
  isHere: "{names} ada di sini",
  areHere: "{names} ada di sini",
  others: { other: "{count} lainnya" },
  repliesIn: "Biasanya membalas dalam {time}",
  replyIn: "Biasanya membalas dalam {time}",
  ready: "Siap membantu",
  away: "Kami pergi sebentar",
  notHereNow: "Kami sedang tidak di tempat",
  byMail: "Kami membalas lewat email.",
  backToday: "Kembali hari ini pukul {time}",
  backTomorrow: "Kembali besok pukul {time}",
  backOn: "Kembali {day} pukul {time}",
  localTime: "Sekarang pukul {time} di {place}.",
  automatic: "Balasan otomatis",
  whoAnswers: "Dengan siapa Anda ingin berbicara?",
  ratherTalk: "Lebih suka bicara langsung?",
  askForCall: "Minta ditelepon",
};
