import { defineTexts } from "../../../text/index.ts";

/** Interface texts of Settings → Tags. */
export const t = defineTexts({
  en: {
    "tag.title": "Tags",
    "tag.list": "Label chats for filtering, search and reports",
    "tag.add": "Add tag",
    "tag.empty": "No tags yet",
    "tag.empty.text":
      "A tag says what a chat is about: refund, complaint, VIP. Operators add tags to chats.",
    "tag.new": "New tag",
    "tag.create": "Create tag",
    "tag.about": "Renaming a tag does not change chats that already have it",
    "tag.name": "Name",
    "tag.name.wrong": "Enter a name of 1 to 50 characters.",
    "tag.delete": "Delete tag",
    "tag.delete.text": "You can no longer add it to chats. Chats that already have it keep it.",
  },
  ru: {
    "tag.title": "Метки",
    "tag.list": "Отмечайте чаты для фильтров, поиска и отчётов",
    "tag.add": "Добавить метку",
    "tag.empty": "Меток пока нет",
    "tag.empty.text":
      "Метка говорит, о чём чат: возврат, жалоба, VIP. Операторы добавляют метки к чатам.",
    "tag.new": "Новая метка",
    "tag.create": "Создать метку",
    "tag.about": "Переименование не меняет чаты, у которых метка уже есть",
    "tag.name": "Название",
    "tag.name.wrong": "Введите название: от 1 до 50 символов.",
    "tag.delete": "Удалить метку",
    "tag.delete.text": "Её больше нельзя добавить к чатам. Чаты, у которых она есть, её сохранят.",
  },
});
