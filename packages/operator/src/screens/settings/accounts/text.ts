import { defineTexts } from "../../../text/index.ts";

/** Interface texts of the accounts of an installation. */
export const t = defineTexts({
  en: {
    "accounts.title": "Accounts",
    "accounts.about":
      "Each account has its own people, channels and data, fully separated from the others",
    "accounts.name": "Account",
    "accounts.owners": "Owners",
    "accounts.made": "Created",
    "accounts.state": "State",
    "accounts.on": "Active",
    "accounts.off": "Suspended",
    "accounts.add": "Add account",
    "accounts.empty": "No accounts yet",
    "accounts.empty.text": "An account is one team on this installation, with its own owner.",
    "accounts.owner.name": "Owner’s name",
    "accounts.owner.email": "Owner’s e-mail",
    "accounts.missing": "Enter a name.",
    "accounts.email.missing": "Enter an e-mail address.",
    "accounts.taken": "Someone in this installation already uses this e-mail. Enter another one.",
    "accounts.invite": "Link for the owner",
    "accounts.invite.hint":
      "They set their password with it. It works once, until {time}, and is shown only now.",
    "accounts.done": "Done",
    "accounts.suspend": "Suspend",
    "accounts.suspend.what": "Suspend {name}",
    "accounts.suspend.title": "Suspend {name}?",
    "accounts.suspend.text":
      "Its channels and widgets are switched off, its bots are rejected, and its people can read but not change anything. You can resume it at any time.",
    "accounts.resume": "Resume",
    "accounts.resume.what": "Resume {name}",
    "accounts.suspended": "{name} is suspended.",
    "accounts.resumed": "{name} is active again.",
  },
  ru: {
    "accounts.title": "Аккаунты",
    "accounts.about":
      "У каждого аккаунта свои люди, каналы и данные, полностью отделённые от других",
    "accounts.name": "Аккаунт",
    "accounts.owners": "Владельцы",
    "accounts.made": "Создан",
    "accounts.state": "Состояние",
    "accounts.on": "Работает",
    "accounts.off": "Приостановлен",
    "accounts.add": "Добавить аккаунт",
    "accounts.empty": "Аккаунтов пока нет",
    "accounts.empty.text": "Аккаунт — это команда этой установки со своим владельцем.",
    "accounts.owner.name": "Имя владельца",
    "accounts.owner.email": "Почта владельца",
    "accounts.missing": "Введите имя.",
    "accounts.email.missing": "Введите адрес почты.",
    "accounts.taken": "Эта почта в установке уже используется. Введите другую.",
    "accounts.invite": "Ссылка для владельца",
    "accounts.invite.hint":
      "По ней владелец задаст пароль. Ссылка работает один раз, до {time}, и показана только сейчас.",
    "accounts.done": "Готово",
    "accounts.suspend": "Приостановить",
    "accounts.suspend.what": "Приостановить: {name}",
    "accounts.suspend.title": "Приостановить {name}?",
    "accounts.suspend.text":
      "Каналы и виджеты выключаются, боты получают отказ, люди могут только читать. Возобновить можно в любой момент.",
    "accounts.resume": "Возобновить",
    "accounts.resume.what": "Возобновить: {name}",
    "accounts.suspended": "Аккаунт «{name}» приостановлен.",
    "accounts.resumed": "Аккаунт «{name}» снова работает.",
  },
});
