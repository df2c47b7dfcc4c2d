/**
 * The texts "Close" and "Unread messages", separated by "|", in the languages of the widget
 * (WG-089). They are a separate file, which is loaded with the first unread message or the first
 * bar.
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
  it: "Chiudi|Messaggi non letti",
  nl: "Sluiten|Ongelezen berichten",
  pl: "Zamknij|Nieprzeczytane wiadomości",
  cs: "Zavřít|Nepřečtené zprávy",
  sv: "Stäng|Olästa meddelanden",
  da: "Luk|Ulæste beskeder",
  fi: "Sulje|Lukemattomia viestejä",
  hu: "Bezárás|Olvasatlan üzenetek",
  ro: "Închide|Mesaje necitite",
  el: "Κλείσιμο|Μη αναγνωσμένα μηνύματα",
  bg: "Затваряне|Непрочетени съобщения",
  ja: "閉じる|未読メッセージ",
  ko: "닫기|읽지 않은 메시지",
  id: "Tutup|Pesan belum dibaca",
  vi: "Đóng|Tin nhắn chưa đọc",
};
