import type { HomeTexts } from "../en/first.ts";

export const el: HomeTexts = {
  isHere: "Διαθέσιμος τώρα: {names}",
  areHere: "Διαθέσιμοι τώρα: {names}",
  others: { one: "{count} ακόμη", other: "{count} ακόμη" },
  repliesIn: "Συνήθως απαντά σε {time}",
  replyIn: "Συνήθως απαντούν σε {time}",
  ready: "Στη διάθεσή σας",
  away: "Λείπουμε για λίγο",
  notHereNow: "Αυτή τη στιγμή λείπουμε",
  byMail: "Απαντάμε με email.",
  backToday: "Επιστρέφουμε σήμερα στις {time}",
  backTomorrow: "Επιστρέφουμε αύριο στις {time}",
  backOn: "Επιστρέφουμε: {day}, {time}",
  localTime: "{place}: η ώρα είναι {time}.",
  automatic: "Αυτόματες απαντήσεις",
  whoAnswers: "Με ποιον θέλετε να μιλήσετε;",
  ratherTalk: "Προτιμάτε να μιλήσουμε;",
  askForCall: "Ζητήστε κλήση",
};
