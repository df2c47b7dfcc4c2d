/** What mails to visitors say of their own, in the languages of the widget (WG-089). */
export interface VisitorWords {
  /** For times. */
  readonly locale: string;
  readonly youWrote: string;
  readonly you: string;
  readonly transcriptSubject: (channel: string) => string;
  readonly transcriptText: (channel: string) => string;
  readonly transcriptCut: string;
}

/** The words of a visitor's language, `de` or `de-AT`; English where there are none. */
export function visitorWords(language: string): VisitorWords {
  const short = language.slice(0, 2).toLowerCase();
  return (Object.hasOwn(words, short) ? words[short] : undefined) ?? english;
}

const english: VisitorWords = {
  locale: "en-GB",
  youWrote: "You wrote:",
  you: "You",
  transcriptSubject: (channel) => `Your conversation with ${channel}`,
  transcriptText: (channel) => `This is your conversation with ${channel}, as you asked for it or as somebody there sent it to you.`,
  transcriptCut: "Earlier messages are left out.",
};
const words: Readonly<Record<string, VisitorWords>> = {
  en: english,
  ar: {
    locale: "ar",
    youWrote: "لقد كتبت:",
    you: "أنت",
    transcriptSubject: (channel) => `محادثتك مع ${channel}`,
    transcriptText: (channel) => `هذه محادثتك مع ${channel}، كما طلبتها أو كما أرسلها إليك أحد العاملين هناك.`,
    transcriptCut: "حُذفت الرسائل الأقدم.",
  },
  de: {
    locale: "de",
    youWrote: "Sie schrieben:",
    you: "Sie",
    transcriptSubject: (channel) => `Ihr Gespräch mit ${channel}`,
    transcriptText: (channel) =>
      `Das ist Ihr Gespräch mit ${channel}, wie Sie es gewünscht haben oder wie es Ihnen von dort geschickt wurde.`,
    transcriptCut: "Frühere Nachrichten sind weggelassen.",
  },
  es: {
    locale: "es",
    youWrote: "Usted escribió:",
    you: "Usted",
    transcriptSubject: (channel) => `Su conversación con ${channel}`,
    transcriptText: (channel) => `Esta es su conversación con ${channel}, que pidió o que alguien de allí le ha enviado.`,
    transcriptCut: "Se han omitido los mensajes anteriores.",
  },
  fr: {
    locale: "fr",
    youWrote: "Vous avez écrit :",
    you: "Vous",
    transcriptSubject: (channel) => `Votre conversation avec ${channel}`,
    transcriptText: (channel) => `Voici votre conversation avec ${channel}, que vous avez demandée ou qui vous est envoyée par son équipe.`,
    transcriptCut: "Les messages précédents ne sont pas repris.",
  },
  pt: {
    locale: "pt",
    youWrote: "Você escreveu:",
    you: "Você",
    transcriptSubject: (channel) => `A sua conversa com ${channel}`,
    transcriptText: (channel) => `Esta é a sua conversa com ${channel}, que pediu ou que alguém de lá lhe enviou.`,
    transcriptCut: "As mensagens anteriores foram omitidas.",
  },
  ru: {
    locale: "ru",
    youWrote: "Вы писали:",
    you: "Вы",
    transcriptSubject: (channel) => `Ваша переписка (${channel})`,
    transcriptText: (channel) => `Это ваша переписка (${channel}): вы её запросили или вам её прислали оттуда.`,
    transcriptCut: "Более ранние сообщения опущены.",
  },
  tr: {
    locale: "tr",
    youWrote: "Şunu yazdınız:",
    you: "Siz",
    transcriptSubject: (channel) => `${channel} ile görüşmeniz`,
    transcriptText: (channel) => `Bu, ${channel} ile görüşmenizdir; siz istediniz veya oradan size gönderildi.`,
    transcriptCut: "Daha önceki mesajlar çıkarıldı.",
  },
  uk: {
    locale: "uk",
    youWrote: "Ви писали:",
    you: "Ви",
    transcriptSubject: (channel) => `Ваша розмова (${channel})`,
    transcriptText: (channel) => `Це ваша розмова (${channel}): ви її запросили або вам її надіслали звідти.`,
    transcriptCut: "Раніші повідомлення пропущено.",
  },
  zh: {
    locale: "zh",
    youWrote: "您写道：",
    you: "您",
    transcriptSubject: (channel) => `您与 ${channel} 的对话`,
    transcriptText: (channel) => `这是您与 ${channel} 的对话，由您索取或由对方发送给您。`,
    transcriptCut: "较早的消息已省略。",
  },
};
