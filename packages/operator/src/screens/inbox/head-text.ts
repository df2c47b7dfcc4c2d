import { defineTexts } from "../../text/index.ts";

/** Words of what can be done with a chat. */
export const t = defineTexts({
  en: {
    "cmd.transfer": "Transfer the chat",
    "cmd.invite": "Invite a colleague",
    "cmd.leave": "Leave the chat",
    "cmd.block": "Block the visitor",
    "cmd.closewhy": "Close with a reason",
    "head.transfer": "Transfer",
    "head.asked": "A colleague is asked already",
  },
  ru: {
    "cmd.transfer": "Передать чат",
    "cmd.invite": "Пригласить коллегу",
    "cmd.leave": "Выйти из чата",
    "cmd.block": "Заблокировать посетителя",
    "cmd.closewhy": "Закрыть с причиной",
    "head.transfer": "Передать",
    "head.asked": "Коллега уже приглашён взять чат",
  },
});
