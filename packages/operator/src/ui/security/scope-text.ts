import { defineTexts } from "../../text/index.ts";

const texts = defineTexts({
  en: {
    "scope.chats.read": "Read chats, messages and notes",
    "scope.visitors.read": "Read visitors and their contacts",
    "scope.chats.answer": "Write drafts and notes, tag, assign and close chats",
    "scope.operators.read": "See operators and their presence",
    "scope.departments.read": "See departments",
    "scope.reports.read": "Read reports",
    "scope.deliveries.read": "Read the delivery log",
    "scope.mcp.send": "Send messages to visitors without your review",
  },
  ru: {
    "scope.chats.read": "Читать чаты, сообщения и заметки",
    "scope.visitors.read": "Читать данные и контакты посетителей",
    "scope.chats.answer": "Писать черновики и заметки, ставить метки, назначать и закрывать чаты",
    "scope.operators.read": "Видеть операторов и их статус",
    "scope.departments.read": "Видеть отделы",
    "scope.reports.read": "Читать отчёты",
    "scope.deliveries.read": "Читать журнал доставки",
    "scope.mcp.send": "Отправлять сообщения посетителям без вашей проверки",
  },
});

const knownScopes = [
  "chats.read",
  "visitors.read",
  "chats.answer",
  "operators.read",
  "departments.read",
  "reports.read",
  "deliveries.read",
  "mcp.send",
] as const;

/** Returns what a scope permits. Returns the name of a scope that this page does not know. */
export function getScopeText(name: string): string {
  const scope = knownScopes.find((known) => known === name);
  return scope === undefined ? name : texts(`scope.${scope}`);
}
