/** Words for a person, and for talking to somebody, in one language. Beginnings of words. */
interface RequestWords {
  readonly person: readonly string[];
  readonly talking: readonly string[];
}

/** In the languages of the chat window. Lower case, without marks. */
const requestWords: Readonly<Record<string, RequestWords>> = {
  ar: {
    person: ["موظف", "انسان", "شخص حقيقي", "شخص"],
    talking: ["اتحدث", "التحدث", "اتكلم", "اريد", "تحويلي"],
  },
  bg: { person: ["човек", "оператор", "служител"], talking: ["говор", "искам", "свърж"] },
  cs: {
    person: ["clovek", "operator", "zivym", "pracovnik"],
    talking: ["mluvit", "chci", "spojte", "prepoj"],
  },
  da: {
    person: ["menneske", "rigtig person", "medarbejder"],
    talking: ["tale med", "snakke med", "vil have", "stil mig"],
  },
  de: {
    person: ["mensch", "mitarbeiter", "berater", "echte person", "echten person"],
    talking: ["sprechen", "reden", "verbinde", "will", "mochte", "brauche"],
  },
  el: { person: ["ανθρωπο", "εκπροσωπο", "υπαλληλο"], talking: ["μιλησω", "θελω", "συνδεσ"] },
  en: {
    person: [
      "human",
      "a person",
      "real person",
      "live person",
      "live agent",
      "operator",
      "representative",
    ],
    talking: [
      "talk to",
      "speak to",
      "speak with",
      "talk with",
      "connect me",
      "transfer me",
      "want",
    ],
  },
  es: {
    person: ["persona real", "humano", "operador", "una persona", "agente"],
    talking: ["hablar con", "quiero", "pasame", "comunicarme"],
  },
  fi: {
    person: ["ihmise", "asiakaspalvelija", "oikean henkilo"],
    talking: ["puhua", "haluan", "yhdista"],
  },
  fr: {
    person: ["humain", "vraie personne", "une personne", "conseiller", "operateur"],
    talking: ["parler a", "parler avec", "je veux", "passez", "mettez"],
  },
  hu: { person: ["ember", "ugyintezo", "operator"], talking: ["beszel", "szeretn", "kapcsol"] },
  id: {
    person: ["manusia", "orang asli", "petugas", "operator"],
    talking: ["bicara", "berbicara", "ingin", "hubungkan"],
  },
  it: {
    person: ["persona reale", "una persona", "umano", "operatore"],
    talking: ["parlare con", "voglio", "vorrei", "passami"],
  },
  ja: {
    person: ["人間", "担当者", "オペレーター", "スタッフ"],
    talking: ["話したい", "話をしたい", "つないで", "代わって", "お願い"],
  },
  ko: { person: ["사람", "상담원", "상담사", "직원"], talking: ["연결", "통화", "이야기", "원해"] },
  nl: {
    person: ["mens", "medewerker", "echt persoon", "echte persoon"],
    talking: ["spreken", "praten", "wil", "verbind"],
  },
  pl: {
    person: ["czlowiek", "konsultant", "pracownik", "zywa osob"],
    talking: ["rozmawia", "porozmawia", "chce", "polacz"],
  },
  pt: {
    person: ["humano", "pessoa real", "uma pessoa", "atendente", "operador"],
    talking: ["falar com", "quero", "transfira"],
  },
  ro: {
    person: ["persoana reala", "o persoana", "om real", "operator"],
    talking: ["vorbesc", "vorbi cu", "vreau"],
  },
  ru: {
    person: ["человек", "оператор", "сотрудник", "менеджер"],
    talking: ["поговор", "говорить", "соедин", "переключ", "позов", "хочу", "дайте"],
  },
  sv: {
    person: ["manniska", "riktig person", "medarbetare"],
    talking: ["prata med", "tala med", "vill", "koppla"],
  },
  tr: {
    person: ["insan", "gercek kisi", "temsilci", "yetkili"],
    talking: ["konus", "gorus", "istiyorum", "bagla"],
  },
  uk: {
    person: ["людин", "оператор", "співробітник", "менеджер"],
    talking: ["поговор", "говорити", "з'єднай", "зєднай", "переключ", "хочу"],
  },
  vi: {
    person: ["nguoi that", "nhan vien", "con nguoi", "tu van vien"],
    talking: ["noi chuyen", "gap", "ket noi", "muon"],
  },
  zh: {
    person: ["人工", "真人", "客服", "工作人员"],
    talking: ["转", "找", "要", "联系", "接"],
  },
};
/** A short message that names a person asks for one, as `operator please`. */
const maxShortWords = 3;
/** Languages that write without spaces, so that a word may begin anywhere. */
const hasNoSpaces = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Arabic}]/u;

/**
 * Returns whether a message asks for a person, in any language of the chat window (AGENT-030). The
 * model can find other wordings.
 */
export function isPersonRequested(message: string): boolean {
  const text = simplify(message);
  const isShort = text.trim().split(" ").length <= maxShortWords && text.length <= 40;
  return Object.values(requestWords).some(
    ({ person, talking }) => hasWord(text, person) && (isShort || hasWord(text, talking)),
  );
}
/** Languages of the words. */
export const requestLanguages: readonly string[] = Object.keys(requestWords);

const hasWord = (text: string, words: readonly string[]): boolean =>
  words.some((word) => text.includes(hasNoSpaces.test(word) ? word : ` ${word}`));

/** Returns the text in lower case without marks and punctuation, with a space before each word. */
export const simplify = (text: string): string =>
  ` ${text
    .slice(0, 2_000)
    .normalize("NFD")
    .replace(/(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Arabic}]\p{M}*)\p{M}/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/ł/g, "l")
    .replace(/ı/g, "i")
    .replace(/đ/g, "d")
    .replace(/[^\p{L}\p{N}']+/gu, " ")}`;
