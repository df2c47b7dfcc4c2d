import type { HomeTexts } from "../en/first.ts";

export const ro: HomeTexts = {
  isHere: "{names} este aici",
  areHere: "{names} sunt aici",
  others: {
    one: "{count} altă persoană",
    few: "{count} alte persoane",
    other: "{count} de alte persoane",
  },
  repliesIn: "De obicei răspunde în {time}",
  replyIn: "De obicei răspund în {time}",
  ready: "Gata să vă ajutăm",
  away: "Revenim imediat",
  notHereNow: "Acum nu suntem aici",
  byMail: "Răspundem prin e-mail.",
  backToday: "Revenim astăzi la {time}",
  backTomorrow: "Revenim mâine la {time}",
  backOn: "Revenim {day} la {time}",
  localTime: "Este ora {time} în {place}.",
  automatic: "Răspunsuri automate",
  whoAnswers: "Cu cine doriți să vorbiți?",
  ratherTalk: "Preferați să vorbim?",
  askForCall: "Solicită un apel",
};
