import { widgetLanguages, type WidgetLanguage } from "./languages.ts";

/**
 * Text of the button that asks for a person, and of the message that it sends (AGENT-031). Agents
 * hand over at each of these messages.
 */
export const personRequests: Readonly<Record<WidgetLanguage, string>> = {
  en: "Talk to a person",
  ru: "Поговорить с сотрудником",
  es: "Hablar con una persona",
  ar: "أريد التحدث إلى موظف",
  de: "Mit einem Menschen sprechen",
  fr: "Parler à une personne",
  pt: "Falar com uma pessoa",
  tr: "Bir temsilciyle görüşmek istiyorum",
  uk: "Поговорити з людиною",
  zh: "转人工客服",
  it: "Parlare con una persona",
  nl: "Met een medewerker spreken",
  pl: "Chcę porozmawiać z konsultantem",
  cs: "Chci mluvit s člověkem",
  sv: "Prata med en medarbetare",
  da: "Jeg vil tale med et menneske",
  fi: "Haluan puhua ihmisen kanssa",
  hu: "Emberrel szeretnék beszélni",
  ro: "Vreau să vorbesc cu o persoană",
  el: "Θέλω να μιλήσω με άνθρωπο",
  bg: "Искам да говоря с оператор",
  ja: "担当者と話したい",
  ko: "상담원과 이야기하기",
  id: "Bicara dengan petugas",
  vi: "Nói chuyện với nhân viên",
};

/** Returns the text in the language of a tag such as `de-AT`, else in English. */
export function getPersonRequest(tag: string | undefined): string {
  const code = tag?.slice(0, 2).toLowerCase();
  return personRequests[widgetLanguages.find((language) => language === code) ?? "en"];
}
