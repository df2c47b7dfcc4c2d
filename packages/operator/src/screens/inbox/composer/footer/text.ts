import { defineTexts } from "../../../../text/index.ts";

/** Interface texts of parts below the messages that few chats need. */
export const t = defineTexts({
  en: {
    "readonly.plain": "Your role can read chats, but not reply. An owner or admin can change it.",
    "readonly.email": "You can read email chats. Answers come from {name}.",
    "invited.title": "{name} (bot) needs an operator",
    "invited.left": "{left} left. Then the bot continues alone.",
    "invited.over": "Time is up. The bot continues.",
    "held.title": "{name} has answered since you began. Your reply was not sent.",
    "held.assigned": "The chat went to {name} since you began. Your reply was not sent.",
    "held.writing": "{name} is writing an answer. Your reply was not sent.",
    "held.take": "Take over",
    "held.wait": "Wait",
    "held.anyway": "Send anyway",
    "held.discard": "Discard",
    "lost.kept": "Your text stays here. It was not sent.",
    "lost.next": "Next: {name}",
    "lost.join": "Join",
    "lost.again": "Try again",
    "lost.note": "Write a note",
  },
  ru: {
    "readonly.plain":
      "Ваша роль позволяет читать чаты, но не отвечать. Её меняет владелец или администратор.",
    "readonly.email": "Вы можете читать чаты по email. Отвечает «{name}».",
    "invited.title": "{name} (бот) просит оператора",
    "invited.left": "Осталось {left}. Затем бот продолжит сам.",
    "invited.over": "Время вышло. Бот продолжает.",
    "held.title": "Пока вы писали, ответил(а) {name}. Ваш ответ не отправлен.",
    "held.assigned": "Пока вы писали, чат перешёл к оператору {name}. Ваш ответ не отправлен.",
    "held.writing": "{name} пишет ответ. Ваш ответ не отправлен.",
    "held.take": "Перехватить",
    "held.wait": "Подождать",
    "held.anyway": "Всё равно отправить",
    "held.discard": "Удалить",
    "lost.kept": "Ваш текст остался здесь. Он не отправлен.",
    "lost.next": "Следующий: {name}",
    "lost.join": "Войти в чат",
    "lost.again": "Повторить",
    "lost.note": "Написать заметку",
  },
});
