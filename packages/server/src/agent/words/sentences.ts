/** What agents write to visitors without the model. */
export interface AgentSentences {
  /** Says that a program answers (AGENT-024). */
  readonly machine: string;
  readonly handOver: string;
  /** Heading of the links to the sources of an answer. */
  readonly sources: string;
}

/** Sentences in the languages of the chat window. */
const sentences: Readonly<Record<string, AgentSentences>> = {
  ar: {
    machine: "يجيب هنا مساعد آلي.",
    handOver: "سيجيبك أحد الموظفين. لا حاجة إلى تكرار أي شيء.",
    sources: "المصادر",
  },
  bg: {
    machine: "Тук отговаря автоматичен асистент.",
    handOver: "Ще ви отговори човек. Не е нужно да повтаряте нищо.",
    sources: "Източници",
  },
  cs: {
    machine: "Odpovídá automatický asistent.",
    handOver: "Odpoví vám člověk. Nic nemusíte opakovat.",
    sources: "Zdroje",
  },
  da: {
    machine: "Her svarer en automatisk assistent.",
    handOver: "En person svarer dig. Du behøver ikke gentage noget.",
    sources: "Kilder",
  },
  de: {
    machine: "Hier antwortet ein automatischer Assistent.",
    handOver: "Ein Mensch wird Ihnen antworten. Sie müssen nichts wiederholen.",
    sources: "Quellen",
  },
  el: {
    machine: "Απαντά ένας αυτόματος βοηθός.",
    handOver: "Θα σας απαντήσει ένας άνθρωπος. Δεν χρειάζεται να επαναλάβετε τίποτα.",
    sources: "Πηγές",
  },
  en: {
    machine: "An automatic assistant answers here.",
    handOver: "A person will answer you. You do not need to repeat anything.",
    sources: "Sources",
  },
  es: {
    machine: "Aquí responde un asistente automático.",
    handOver: "Le responderá una persona. No hace falta que repita nada.",
    sources: "Fuentes",
  },
  fi: {
    machine: "Tässä vastaa automaattinen avustaja.",
    handOver: "Ihminen vastaa sinulle. Sinun ei tarvitse toistaa mitään.",
    sources: "Lähteet",
  },
  fr: {
    machine: "Un assistant automatique vous répond ici.",
    handOver: "Une personne va vous répondre. Vous n’avez rien à répéter.",
    sources: "Sources",
  },
  hu: {
    machine: "Itt egy automatikus asszisztens válaszol.",
    handOver: "Egy munkatárs fog válaszolni. Semmit sem kell megismételnie.",
    sources: "Források",
  },
  id: {
    machine: "Asisten otomatis menjawab di sini.",
    handOver: "Seorang petugas akan menjawab Anda. Anda tidak perlu mengulang apa pun.",
    sources: "Sumber",
  },
  it: {
    machine: "Qui risponde un assistente automatico.",
    handOver: "Le risponderà una persona. Non deve ripetere nulla.",
    sources: "Fonti",
  },
  ja: {
    machine: "自動アシスタントがお答えしています。",
    handOver: "担当者がお答えします。もう一度ご説明いただく必要はありません。",
    sources: "出典",
  },
  ko: {
    machine: "자동 도우미가 답변하고 있습니다.",
    handOver: "담당자가 답변해 드립니다. 다시 설명하실 필요는 없습니다.",
    sources: "출처",
  },
  nl: {
    machine: "Hier antwoordt een automatische assistent.",
    handOver: "Een medewerker antwoordt u. U hoeft niets te herhalen.",
    sources: "Bronnen",
  },
  pl: {
    machine: "Odpowiada tu automatyczny asystent.",
    handOver: "Odpowie Państwu człowiek. Nie trzeba niczego powtarzać.",
    sources: "Źródła",
  },
  pt: {
    machine: "Aqui responde um assistente automático.",
    handOver: "Uma pessoa vai responder. Não precisa de repetir nada.",
    sources: "Fontes",
  },
  ro: {
    machine: "Aici răspunde un asistent automat.",
    handOver: "Vă va răspunde o persoană. Nu trebuie să repetați nimic.",
    sources: "Surse",
  },
  ru: {
    machine: "Здесь отвечает автоматический помощник.",
    handOver: "Вам ответит сотрудник. Повторять ничего не нужно.",
    sources: "Источники",
  },
  sv: {
    machine: "Här svarar en automatisk assistent.",
    handOver: "En person svarar dig. Du behöver inte upprepa något.",
    sources: "Källor",
  },
  tr: {
    machine: "Burada otomatik bir asistan yanıt veriyor.",
    handOver: "Size bir çalışan yanıt verecek. Hiçbir şeyi tekrarlamanız gerekmez.",
    sources: "Kaynaklar",
  },
  uk: {
    machine: "Тут відповідає автоматичний помічник.",
    handOver: "Вам відповість співробітник. Повторювати нічого не потрібно.",
    sources: "Джерела",
  },
  vi: {
    machine: "Trợ lý tự động đang trả lời tại đây.",
    handOver: "Một nhân viên sẽ trả lời bạn. Bạn không cần nhắc lại gì cả.",
    sources: "Nguồn",
  },
  zh: {
    machine: "这里由自动助手回答。",
    handOver: "工作人员会回复您，您无需重复说明。",
    sources: "来源",
  },
};
const english = sentences["en"] as AgentSentences;

/** Returns the sentences of a language, or of English. */
export const getSentences = (language: string | null): AgentSentences =>
  (language === null ? undefined : sentences[language]) ?? english;
/** Languages of the sentences. */
export const sentenceLanguages: readonly string[] = Object.keys(sentences);
