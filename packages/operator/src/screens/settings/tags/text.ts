import { defineTexts } from "../../../text/index.ts";

/** Interface texts of Settings → Tags. */
export const t = defineTexts({
  en: {
    "tags.title": "Tags",
    "tags.about": "Label chats for filtering, search and reports",
    "tags.new": "Add tag",
    "tags.empty": "No tags yet",
    "tags.empty.text":
      "A tag says what a chat is about: refund, complaint, VIP. Operators add tags to chats.",
    "tags.name": "Name",
    "tags.made": "Created",
    "tag.new": "New tag",
    "tag.create": "Create tag",
    "tag.about": "Renaming a tag does not change chats that already have it",
    "tag.group": "Tag",
    "tag.missing": "Enter a name of 1 to 50 characters.",
    "tag.more": "More",
    "tag.delete": "Delete tag",
    "tag.delete.text": "You can no longer add it to chats. Chats that already have it keep it.",
  },
  ru: {
    "tags.title": "Метки",
    "tags.about": "Отмечайте чаты для фильтров, поиска и отчётов",
    "tags.new": "Добавить метку",
    "tags.empty": "Меток пока нет",
    "tags.empty.text":
      "Метка говорит, о чём чат: возврат, жалоба, VIP. Операторы добавляют метки к чатам.",
    "tags.name": "Название",
    "tags.made": "Создана",
    "tag.new": "Новая метка",
    "tag.create": "Создать метку",
    "tag.about": "Переименование не меняет чаты, у которых метка уже есть",
    "tag.group": "Метка",
    "tag.missing": "Введите название: от 1 до 50 символов.",
    "tag.more": "Ещё",
    "tag.delete": "Удалить метку",
    "tag.delete.text": "Её больше нельзя добавить к чатам. Чаты, у которых она есть, её сохранят.",
  },
});
