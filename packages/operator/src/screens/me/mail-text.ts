import { defineTexts } from "../../text/index.ts";

/** Interface texts of the emails that the operator receives. */
export const t = defineTexts({
  en: {
    "notifications.title": "Email alerts to {email}",
    "notifications.offline": "New offline messages",
    "notifications.offline.hint": "In your channels and departments.",
    "notifications.missed": "Unanswered chats",
    "notifications.missed.hint": "When a chat has waited for the time set under Routing.",
    "notifications.reminders": "Reminders about waiting chats",
    "notifications.reminders.hint":
      "Every half hour, or as set under Routing, until someone takes the chat. For admins.",
    "notifications.faults": "Failing channels, bots and webhooks",
    "notifications.faults.hint":
      "When one has not responded for five minutes or was switched off. Once per outage.",
    "notifications.none":
      "Email is not set up for this installation. Your choices apply once it is.",
    "notifications.failed": "Could not save your choice.",
  },
  ru: {
    "notifications.title": "Уведомления на {email}",
    "notifications.offline": "Новые офлайн-сообщения",
    "notifications.offline.hint": "В ваших каналах и отделах.",
    "notifications.missed": "Чаты без ответа",
    "notifications.missed.hint": "Когда чат прождал время, заданное в разделе «Распределение».",
    "notifications.reminders": "Напоминания об ожидающих чатах",
    "notifications.reminders.hint":
      "Каждые полчаса или как задано в разделе «Распределение», пока чат не примут. Для администраторов.",
    "notifications.faults": "Сбои каналов, ботов и вебхуков",
    "notifications.faults.hint":
      "Когда что-то из этого не отвечает пять минут или отключено. Один раз за сбой.",
    "notifications.none":
      "Почта в этой установке не настроена. Ваш выбор начнёт действовать, когда её настроят.",
    "notifications.failed": "Не удалось сохранить выбор.",
  },
});
