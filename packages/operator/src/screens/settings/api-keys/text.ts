import { defineTexts } from "../../../text/index.ts";

/** Interface texts of API keys. */
export const t = defineTexts({
  en: {
    "apikeys.title": "API keys",
    "apikeys.add": "Create key",
    "apikeys.delete": "Delete",
    "apikeys.list": "API keys for programs that use Parlour",
    "apikeys.empty": "No API keys yet",
    "apikeys.empty.text":
      "An API key lets a program act as you. It is shown only once, when you create it.",
    "apikeys.name": "Name",
    "apikeys.name.hint": "The program that uses it, such as “Shop backend”.",
    "apikeys.key": "Key",
    "apikeys.acts": "Acts as",
    "apikeys.used": "Last used",
    "apikeys.made": "Created",
    "apikeys.expires_at": "Expires",
    "apikeys.expires_at.hint":
      "The key is rejected after this date. The key list and the page Backup and health warn you 14 days before.",
    "apikeys.expires.soon": "Expires {date}",
    "apikeys.expired": "Expired",
    "apikeys.days": "{n, plural, one {In # day} other {In # days}}",
    "apikeys.scopes": "Permissions",
    "apikeys.scopes.all": "Same as mine",
    "apikeys.scopes.read": "Read only",
    "apikeys.send": "May send messages to visitors through MCP",
    "apikeys.send.hint": "For AI agents. Without it, they write drafts that you send.",
    "apikeys.send.on": "may send through MCP",
    "apikeys.name.wrong": "Enter a name of 1 to 100 characters.",
    "apikeys.once": "Copy it now. It will not be shown again.",
    "apikeys.lost":
      "API key {name} was created, but this page was closed before it was shown. It cannot be shown again. Delete it and create another one.",
    "apikeys.done": "API key {name}",
    "apikeys.delete.title": "Delete API key {name}?",
    "apikeys.delete.text":
      "Anything using this key stops working immediately. This cannot be undone.",
    "apikeys.deleted": "API key {name} was deleted.",
    "apikeys.new": "Create API key",
  },
  ru: {
    "apikeys.title": "Ключи API",
    "apikeys.add": "Создать ключ",
    "apikeys.delete": "Удалить",
    "apikeys.list": "Ключи API для программ, которые работают с Parlour",
    "apikeys.empty": "Ключей API пока нет",
    "apikeys.empty.text":
      "С ключом API программа действует от вашего имени. Ключ показывается один раз, при создании.",
    "apikeys.name": "Название",
    "apikeys.name.hint": "Программа, которая использует ключ, например «Сервер магазина».",
    "apikeys.key": "Ключ",
    "apikeys.acts": "Действует как",
    "apikeys.used": "Использован",
    "apikeys.made": "Создан",
    "apikeys.expires_at": "Действует до",
    "apikeys.expires_at.hint":
      "После этой даты ключ не принимается. Список ключей и страница «Копии и состояние» предупредят за 14 дней.",
    "apikeys.expires.soon": "Истекает {date}",
    "apikeys.expired": "Срок истёк",
    "apikeys.days":
      "{n, plural, one {Через # день} few {Через # дня} many {Через # дней} other {Через # дня}}",
    "apikeys.scopes": "Разрешения",
    "apikeys.scopes.all": "Как у меня",
    "apikeys.scopes.read": "Только чтение",
    "apikeys.send": "Может отправлять сообщения посетителям через MCP",
    "apikeys.send.hint": "Для ИИ-агентов. Без этого они пишут черновики, а отправляете вы.",
    "apikeys.send.on": "может отправлять через MCP",
    "apikeys.name.wrong": "Введите название: от 1 до 100 символов.",
    "apikeys.once": "Скопируйте сейчас: больше ключ не будет показан.",
    "apikeys.lost":
      "Ключ API {name} создан, но форма закрылась раньше, чем он был показан. Показать его снова нельзя. Удалите его и создайте другой.",
    "apikeys.done": "Ключ {name}",
    "apikeys.delete.title": "Удалить ключ {name}?",
    "apikeys.delete.text":
      "Всё, что использует этот ключ, сразу перестанет работать. Отменить это нельзя.",
    "apikeys.deleted": "Ключ {name} удалён.",
    "apikeys.new": "Новый ключ API",
  },
});
