import { widgetLanguages, type WidgetLanguage } from "@parlour/protocol/settings/widget-settings";

/** Texts of the chat page that its HTML contains. The window has its own texts (WG-089). */
export interface ChatPageTexts {
  readonly privacy: string;
  readonly needsScript: string;
  readonly notAvailable: string;
}

const toTexts = (privacy: string, needsScript: string, notAvailable: string): ChatPageTexts => ({
  privacy,
  needsScript,
  notAvailable,
});

export const chatPageTexts: Readonly<Record<WidgetLanguage, ChatPageTexts>> = {
  en: toTexts("Privacy", "The chat needs JavaScript.", "There is no chat here."),
  ru: toTexts("Конфиденциальность", "Для чата нужен JavaScript.", "Здесь нет чата."),
  es: toTexts("Privacidad", "El chat necesita JavaScript.", "Aquí no hay ningún chat."),
  ar: toTexts("الخصوصية", "تحتاج الدردشة إلى JavaScript.", "لا توجد دردشة هنا."),
  de: toTexts("Datenschutz", "Der Chat braucht JavaScript.", "Hier gibt es keinen Chat."),
  fr: toTexts("Confidentialité", "Le chat nécessite JavaScript.", "Il n’y a pas de chat ici."),
  pt: toTexts("Privacidade", "O chat precisa de JavaScript.", "Não há chat aqui."),
  tr: toTexts("Gizlilik", "Sohbet için JavaScript gerekir.", "Burada sohbet yok."),
  uk: toTexts("Конфіденційність", "Для чату потрібен JavaScript.", "Тут немає чату."),
  zh: toTexts("隐私", "聊天需要 JavaScript。", "此处没有聊天。"),
  it: toTexts("Privacy", "La chat richiede JavaScript.", "Qui non c’è nessuna chat."),
  nl: toTexts("Privacy", "De chat heeft JavaScript nodig.", "Hier is geen chat."),
  pl: toTexts("Prywatność", "Czat wymaga JavaScriptu.", "Tutaj nie ma czatu."),
  cs: toTexts("Ochrana soukromí", "Chat vyžaduje JavaScript.", "Tady žádný chat není."),
  sv: toTexts("Integritet", "Chatten kräver JavaScript.", "Här finns ingen chatt."),
  da: toTexts("Privatliv", "Chatten kræver JavaScript.", "Der er ingen chat her."),
  fi: toTexts("Tietosuoja", "Chat tarvitsee JavaScriptin.", "Täällä ei ole chattia."),
  hu: toTexts("Adatvédelem", "A csevegéshez JavaScript kell.", "Itt nincs csevegés."),
  ro: toTexts(
    "Confidențialitate",
    "Chatul are nevoie de JavaScript.",
    "Aici nu există niciun chat.",
  ),
  el: toTexts("Απόρρητο", "Η συνομιλία χρειάζεται JavaScript.", "Δεν υπάρχει συνομιλία εδώ."),
  bg: toTexts("Поверителност", "Чатът изисква JavaScript.", "Тук няма чат."),
  ja: toTexts(
    "プライバシー",
    "チャットには JavaScript が必要です。",
    "ここにチャットはありません。",
  ),
  ko: toTexts(
    "개인정보 보호",
    "채팅을 사용하려면 JavaScript가 필요합니다.",
    "여기에는 채팅이 없습니다.",
  ),
  id: toTexts("Privasi", "Obrolan memerlukan JavaScript.", "Tidak ada obrolan di sini."),
  vi: toTexts("Quyền riêng tư", "Trò chuyện cần JavaScript.", "Không có trò chuyện ở đây."),
};

/** Returns the language of the widget that the browser prefers, by `Accept-Language`. */
export function pickLanguage(header = ""): WidgetLanguage {
  const preferred = header
    .split(",")
    .map((part) => {
      const [tag = "", quality = ""] = part.trim().split(/\s*;\s*q=/);
      return { language: tag.toLowerCase().split("-", 1)[0], quality: Number(quality || 1) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  for (const { language } of preferred) {
    const known = widgetLanguages.find((one) => one === language);
    if (known !== undefined) return known;
  }
  return "en";
}
