import type { WidgetLanguage } from "./languages.ts";

/**
 * Default greeting of a widget (WG-111). Must be the same as the text `hello` of the chat window.
 */
export const greetings: Readonly<Record<WidgetLanguage, string>> = {
  en: "Hello. How can we help?",
  ru: "Здравствуйте! Чем помочь?",
  es: "Hola. ¿En qué podemos ayudarle?",
  ar: "مرحبًا. كيف يمكننا مساعدتك؟",
  de: "Hallo. Wie können wir helfen?",
  fr: "Bonjour. Comment pouvons-nous vous aider ?",
  pt: "Olá. Como podemos ajudar?",
  tr: "Merhaba. Nasıl yardımcı olabiliriz?",
  uk: "Вітаємо! Чим допомогти?",
  zh: "您好，请问有什么可以帮您？",
};
