/** The few words that stand on the page itself (WG-089): the button, the way out of a bar, the count on both. All else is said by the window. */
export interface Words {
  readonly chat: string;
  readonly close: string;
  readonly unread: string;
}
const words: Readonly<Record<string, string>> = {
  en: "Close|Unread messages",
  ru: "Закрыть|Непрочитанные сообщения",
  es: "Cerrar|Mensajes sin leer",
  ar: "إغلاق|رسائل غير مقروءة",
  de: "Schließen|Ungelesene Nachrichten",
  fr: "Fermer|Messages non lus",
  pt: "Fechar|Mensagens não lidas",
  tr: "Kapat|Okunmamış mesajlar",
  uk: "Закрити|Непрочитані повідомлення",
  zh: "关闭|未读消息",
};

/** `language`: one of the ten; `chat`: as the loader has it. */
export function wordsOf(language: string, chat: string): Words {
  const [close = "", unread = ""] = (words[language] ?? words["en"] ?? "").split("|");
  return { chat, close, unread };
}
