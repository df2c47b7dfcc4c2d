import type { OfflineMessageWithDeliveries } from "@parlour/protocol/api";

/** Subjects of answers in ten languages of the widget (WG-089), because visitors read them. */
const subjects: Readonly<Record<string, (channel: string) => string>> = {
  ar: (channel) => `رد: رسالتك إلى ${channel}`,
  de: (channel) => `Re: Ihre Nachricht an ${channel}`,
  en: (channel) => `Re: your message to ${channel}`,
  es: (channel) => `Re: su mensaje a ${channel}`,
  fr: (channel) => `Re : votre message à ${channel}`,
  pt: (channel) => `Re: a sua mensagem para ${channel}`,
  ru: (channel) => `Re: ваше сообщение (${channel})`,
  tr: (channel) => `Yanıt: ${channel} için mesajınız`,
  uk: (channel) => `Re: ваше повідомлення (${channel})`,
  zh: (channel) => `回复：您给 ${channel} 的留言`,
};

/**
 * Returns the subject in the language of the visitor's chat window. If that language is unknown,
 * returns `fallback`, which is in the operator's language.
 */
export function createSubject(
  message: Pick<OfflineMessageWithDeliveries, "channel" | "session">,
  fallback: string,
): string {
  const language = message.session?.language?.slice(0, 2).toLowerCase() ?? "";
  return Object.hasOwn(subjects, language)
    ? (subjects[language]?.(message.channel.name) ?? fallback)
    : fallback;
}
