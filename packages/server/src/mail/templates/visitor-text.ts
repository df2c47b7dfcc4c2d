/** Texts of emails to visitors, in ten of the languages of the widget (WG-089). */
export interface VisitorMailText {
  /** Locale in which times are formatted. */
  readonly locale: string;
  readonly youWrote: string;
  readonly you: string;
  readonly transcriptSubject: (channel: string) => string;
  readonly transcriptText: (channel: string) => string;
  readonly transcriptCut: string;
  readonly codeSubject: (channel: string) => string;
  readonly codeText: string;
  /** Notice that replies by email are not read. */
  readonly noReplies: (channel: string) => string;
  /** Texts of the unsubscribe link and of its page (CORE-163). */
  readonly notMe: string;
  readonly stopQuestion: (address: string) => string;
  readonly stop: string;
  readonly stopped: (address: string) => string;
}

/** Returns the texts for a language such as `de` or `de-AT`. The default is English. */
export function getVisitorMailText(language: string): VisitorMailText {
  const short = language.slice(0, 2).toLowerCase();
  return (Object.hasOwn(visitorMailTexts, short) ? visitorMailTexts[short] : undefined) ?? english;
}

const english: VisitorMailText = {
  locale: "en-GB",
  youWrote: "You wrote:",
  you: "You",
  transcriptSubject: (channel) => `Your conversation with ${channel}`,
  transcriptText: (channel) =>
    `Here is a copy of your conversation with ${channel}, requested by you or sent by the team.`,
  transcriptCut: "Earlier messages are not included.",
  codeSubject: (channel) => `Your code for ${channel}`,
  codeText:
    "Enter this code in the chat window to get the conversation by email. The code is valid for 15 minutes.",
  noReplies: (channel) =>
    `Replies to this email are not read. To continue, open the chat with ${channel} where you wrote before.`,
  notMe: "I did not ask for this: stop these emails",
  stopQuestion: (address) => `Stop emails from this chat to ${address}?`,
  stop: "Stop emails",
  stopped: (address) => `Done. This chat no longer sends emails to ${address}.`,
};
const visitorMailTexts: Readonly<Record<string, VisitorMailText>> = {
  en: english,
  ar: {
    locale: "ar",
    youWrote: "لقد كتبت:",
    you: "أنت",
    transcriptSubject: (channel) => `محادثتك مع ${channel}`,
    transcriptText: (channel) =>
      `هذه محادثتك مع ${channel}، كما طلبتها أو كما أرسلها إليك أحد العاملين هناك.`,
    transcriptCut: "حُذفت الرسائل الأقدم.",
    codeSubject: (channel) => `رمزك لدى ${channel}`,
    codeText: "أدخل هذا الرمز في نافذة المحادثة لتصلك المحادثة بالبريد. وهو صالح لمدة 15 دقيقة.",
    noReplies: (channel) =>
      `لا تُقرأ الردود على هذه الرسالة. للمتابعة، افتح المحادثة مع ${channel} من حيث كتبت سابقًا.`,
    notMe: "لم أطلب هذا: أوقفوا هذه الرسائل",
    stopQuestion: (address) => `هل تريد إيقاف رسائل هذه المحادثة إلى ${address}؟`,
    stop: "إيقاف الرسائل",
    stopped: (address) => `تم. لن ترسل هذه المحادثة أي بريد إلى ${address}.`,
  },
  de: {
    locale: "de",
    youWrote: "Sie schrieben:",
    you: "Sie",
    transcriptSubject: (channel) => `Ihr Gespräch mit ${channel}`,
    transcriptText: (channel) =>
      `Das ist Ihr Gespräch mit ${channel}, wie Sie es gewünscht haben oder wie es Ihnen von dort geschickt wurde.`,
    transcriptCut: "Frühere Nachrichten sind weggelassen.",
    codeSubject: (channel) => `Ihr Code für ${channel}`,
    codeText:
      "Geben Sie diesen Code im Chatfenster ein, um das Gespräch per E-Mail zu erhalten. Er gilt 15 Minuten.",
    noReplies: (channel) =>
      `Antworten auf diese E-Mail werden nicht gelesen. Um fortzufahren, öffnen Sie den Chat mit ${channel} dort, wo Sie zuvor geschrieben haben.`,
    notMe: "Das war nicht ich: keine solchen E-Mails mehr",
    stopQuestion: (address) => `Keine E-Mails dieses Chats mehr an ${address}?`,
    stop: "E-Mails abbestellen",
    stopped: (address) => `Erledigt. Dieser Chat schickt keine E-Mails mehr an ${address}.`,
  },
  es: {
    locale: "es",
    youWrote: "Usted escribió:",
    you: "Usted",
    transcriptSubject: (channel) => `Su conversación con ${channel}`,
    transcriptText: (channel) =>
      `Esta es su conversación con ${channel}, que pidió o que alguien de allí le ha enviado.`,
    transcriptCut: "Se han omitido los mensajes anteriores.",
    codeSubject: (channel) => `Su código para ${channel}`,
    codeText:
      "Escriba este código en la ventana del chat para recibir la conversación por correo. Es válido durante 15 minutos.",
    noReplies: (channel) =>
      `Las respuestas a este correo no se leen. Para continuar, abra el chat con ${channel} donde escribió antes.`,
    notMe: "No he sido yo: no envíen más correos así",
    stopQuestion: (address) => `¿Detener los correos de este chat a ${address}?`,
    stop: "Detener los correos",
    stopped: (address) => `Listo. Este chat no enviará más correos a ${address}.`,
  },
  fr: {
    locale: "fr",
    youWrote: "Vous avez écrit :",
    you: "Vous",
    transcriptSubject: (channel) => `Votre conversation avec ${channel}`,
    transcriptText: (channel) =>
      `Voici votre conversation avec ${channel}, que vous avez demandée ou qui vous est envoyée par son équipe.`,
    transcriptCut: "Les messages précédents ne sont pas repris.",
    codeSubject: (channel) => `Votre code pour ${channel}`,
    codeText:
      "Saisissez ce code dans la fenêtre de discussion pour recevoir la conversation par e-mail. Il est valable 15 minutes.",
    noReplies: (channel) =>
      `Les réponses à cet e-mail ne sont pas lues. Pour continuer, ouvrez la discussion avec ${channel} là où vous avez écrit.`,
    notMe: "Ce n’était pas moi : ne plus envoyer ces e-mails",
    stopQuestion: (address) => `Ne plus envoyer d’e-mails de cette discussion à ${address} ?`,
    stop: "Arrêter les e-mails",
    stopped: (address) => `C’est fait. Cette discussion n’enverra plus d’e-mails à ${address}.`,
  },
  pt: {
    locale: "pt",
    youWrote: "Você escreveu:",
    you: "Você",
    transcriptSubject: (channel) => `A sua conversa com ${channel}`,
    transcriptText: (channel) =>
      `Esta é a sua conversa com ${channel}, que pediu ou que alguém de lá lhe enviou.`,
    transcriptCut: "As mensagens anteriores foram omitidas.",
    codeSubject: (channel) => `O seu código para ${channel}`,
    codeText:
      "Digite este código na janela do chat para receber a conversa por e-mail. É válido por 15 minutos.",
    noReplies: (channel) =>
      `As respostas a este e-mail não são lidas. Para continuar, abra o chat com ${channel} onde escreveu antes.`,
    notMe: "Não fui eu: parar estes e-mails",
    stopQuestion: (address) => `Parar os e-mails deste chat para ${address}?`,
    stop: "Parar os e-mails",
    stopped: (address) => `Pronto. Este chat não envia mais e-mails para ${address}.`,
  },
  ru: {
    locale: "ru",
    youWrote: "Вы писали:",
    you: "Вы",
    transcriptSubject: (channel) => `Ваша переписка (${channel})`,
    transcriptText: (channel) =>
      `Это ваша переписка (${channel}). Вы её запросили, или её отправила вам команда.`,
    transcriptCut: "Более ранние сообщения не включены.",
    codeSubject: (channel) => `Ваш код (${channel})`,
    codeText:
      "Введите этот код в окне чата, чтобы получить переписку по почте. Код действует 15 минут.",
    noReplies: (channel) =>
      `Ответы на это письмо не читаются. Чтобы продолжить, откройте чат (${channel}) там, где вы писали раньше.`,
    notMe: "Это не я: больше не присылать таких писем",
    stopQuestion: (address) => `Больше не присылать письма из этого чата на ${address}?`,
    stop: "Отписаться",
    stopped: (address) => `Готово. Этот чат больше не отправит писем на ${address}.`,
  },
  tr: {
    locale: "tr",
    youWrote: "Şunu yazdınız:",
    you: "Siz",
    transcriptSubject: (channel) => `${channel} ile görüşmeniz`,
    transcriptText: (channel) =>
      `Bu, ${channel} ile görüşmenizdir; siz istediniz veya oradan size gönderildi.`,
    transcriptCut: "Daha önceki mesajlar çıkarıldı.",
    codeSubject: (channel) => `${channel} için kodunuz`,
    codeText:
      "Görüşmeyi e-postayla almak için bu kodu sohbet penceresine girin. Kod 15 dakika geçerlidir.",
    noReplies: (channel) =>
      `Bu e-postaya verilen yanıtlar okunmaz. Devam etmek için ${channel} ile sohbeti daha önce yazdığınız yerde açın.`,
    notMe: "Bunu ben istemedim: böyle e-postaları durdurun",
    stopQuestion: (address) =>
      `Bu sohbetin ${address} adresine gönderdiği e-postalar durdurulsun mu?`,
    stop: "E-postaları durdur",
    stopped: (address) => `Tamam. Bu sohbet artık ${address} adresine e-posta göndermeyecek.`,
  },
  uk: {
    locale: "uk",
    youWrote: "Ви писали:",
    you: "Ви",
    transcriptSubject: (channel) => `Ваша розмова (${channel})`,
    transcriptText: (channel) =>
      `Це ваша розмова (${channel}): ви її запросили або вам її надіслали звідти.`,
    transcriptCut: "Раніші повідомлення пропущено.",
    codeSubject: (channel) => `Ваш код (${channel})`,
    codeText: "Введіть цей код у вікні чату, щоб отримати розмову поштою. Код діє 15 хвилин.",
    noReplies: (channel) =>
      `Відповіді на цей лист ніхто не читає. Щоб продовжити, відкрийте чат (${channel}) там, де ви писали раніше.`,
    notMe: "Це не я: більше не надсилати таких листів",
    stopQuestion: (address) => `Більше не надсилати листи з цього чату на ${address}?`,
    stop: "Не надсилати",
    stopped: (address) => `Готово. Цей чат більше не надсилатиме листів на ${address}.`,
  },
  zh: {
    locale: "zh",
    youWrote: "您写道：",
    you: "您",
    transcriptSubject: (channel) => `您与 ${channel} 的对话`,
    transcriptText: (channel) => `这是您与 ${channel} 的对话，由您索取或由对方发送给您。`,
    transcriptCut: "较早的消息已省略。",
    codeSubject: (channel) => `您在 ${channel} 的验证码`,
    codeText: "请在聊天窗口中输入此验证码，以便通过邮件接收对话。验证码 15 分钟内有效。",
    noReplies: (channel) =>
      `对此邮件的回复不会被阅读。如需继续，请在您之前留言的地方打开与 ${channel} 的聊天。`,
    notMe: "这不是我的请求：请停止此类邮件",
    stopQuestion: (address) => `停止向 ${address} 发送此聊天的邮件？`,
    stop: "停止发送",
    stopped: (address) => `已完成。此聊天不会再向 ${address} 发送邮件。`,
  },
};
