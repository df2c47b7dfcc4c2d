/**
 * The texts "Close" and "Unread messages", separated by "|", in the ten languages (WG-089). They
 * are a separate file, which is loaded with the first unread message or the first bar.
 */
export const hostTexts: Readonly<Record<string, string>> = {
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
