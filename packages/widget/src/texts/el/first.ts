import type { FirstTexts } from "../en/first.ts";

export const first: FirstTexts = {
  close: "Κλείσιμο συνομιλίας",
  minimise: "Ελαχιστοποίηση",
  more: "Περισσότερα",
  online: "Σε σύνδεση",
  closed: "Κλειστό",
  bot: "Bot",
  hello: "Γεια σας! Πώς μπορούμε να βοηθήσουμε;",
  offlineShort: "Εκτός σύνδεσης",
  message: "Μήνυμα",
  writeMessage: "Γράψτε ένα μήνυμα",
  send: "Αποστολή",
  attach: "Επισύναψη αρχείου",
  camera: "Λήψη φωτογραφίας",
  emoji: "Emoji",
  messages: "Μηνύματα",
  today: "Σήμερα",
  yesterday: "Χθες",
  sending: "Αποστολή σε εξέλιξη",
  saved: "Στάλθηκε",
  notDelivered: "Δεν παραδόθηκε",
  noConnection: "Χωρίς σύνδεση.",
  tooOld: "Πέρασαν πάνω από 30 λεπτά.",
  tryAgain: "Δοκιμάστε ξανά",
  copy: "Αντιγραφή",
  copied: "Αντιγράφηκε",
  remove: "Αφαίρεση",
  typing: "Γράφει: {name}",
  someoneTyping: "Κάποιος γράφει",
  previewNotice: "Βλέπουμε όσα γράφετε πριν τα στείλετε.",
  newMessages: { one: "{count} νέο μήνυμα", other: "{count} νέα μηνύματα" },
  older: "Φόρτωση παλαιότερων μηνυμάτων",
  connecting: "Σύνδεση",
  reconnecting: "Επανασύνδεση. Τα μηνύματα διατηρούνται.",
  failed: "Χωρίς σύνδεση. Τα μηνύματα διατηρούνται.",
  notHere: "Η συνομιλία δεν είναι διαθέσιμη σε αυτή τη σελίδα.",
  forgotten:
    "Το πρόγραμμα περιήγησης εμποδίζει την αποθήκευση: η συνομιλία χάνεται όταν φύγετε από τη σελίδα.",
  dropHere: "Αφήστε εδώ τα αρχεία για αποστολή",
  tooLong: "Έως 4000 χαρακτήρες.",
  tooFast: "Πολύ γρήγορα. Περιμένετε λίγο.",
};

export const home = async () => (await import("./home.ts")).el;
export const forms = async () => (await import("./forms.ts")).el;
export const more = async () => (await import("./more.ts")).el;
