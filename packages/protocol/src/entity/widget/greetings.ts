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
  it: "Buongiorno. Come possiamo aiutare?",
  nl: "Hallo. Waarmee kunnen we u helpen?",
  pl: "Dzień dobry! W czym możemy pomóc?",
  cs: "Dobrý den! S čím vám můžeme pomoci?",
  sv: "Hej! Hur kan vi hjälpa dig?",
  da: "Hej! Hvordan kan vi hjælpe?",
  fi: "Hei! Miten voimme auttaa?",
  hu: "Üdvözöljük! Miben segíthetünk?",
  ro: "Bună ziua! Cu ce vă putem ajuta?",
  el: "Γεια σας! Πώς μπορούμε να βοηθήσουμε;",
  bg: "Здравейте! С какво можем да помогнем?",
  ja: "こんにちは。ご用件をお聞かせください。",
  ko: "안녕하세요. 무엇을 도와드릴까요?",
  id: "Halo. Ada yang bisa kami bantu?",
  vi: "Xin chào. Chúng tôi có thể giúp gì cho bạn?",
};
