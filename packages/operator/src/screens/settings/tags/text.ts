import { defineTexts } from "../../../text/index.ts";

/** Texts of Settings → Tags. */
export const t = defineTexts({
  en: {
    "tags.title": "Tags",
    "tags.about": "Words that mark chats: for filters, search and your own reports",
    "tags.new": "Add tag",
    "tags.empty": "No tags yet",
    "tags.empty.text": "A tag says what a chat was about: refund, complaint, VIP. Operators put it on chats.",
    "tags.name": "Name",
    "tags.made": "Made",
    "tag.new": "New tag",
    "tag.create": "Create tag",
    "tag.about": "Chats that have it keep the name it was put on with",
    "tag.group": "Tag",
    "tag.missing": "Give it a name of 1 to 50 characters.",
    "tag.more": "More",
    "tag.delete": "Delete tag",
    "tag.delete.text": "It can no longer be put on chats. Chats that have it keep its name.",
  },
  ru: {
    "tags.title": "Метки",
    "tags.about": "Слова, которыми отмечают чаты: для фильтров, поиска и ваших отчётов",
    "tags.new": "Добавить метку",
    "tags.empty": "Меток пока нет",
    "tags.empty.text": "Метка говорит, о чём был чат: возврат, жалоба, VIP. Операторы ставят её на чаты.",
    "tags.name": "Название",
    "tags.made": "Создана",
    "tag.new": "Новая метка",
    "tag.create": "Создать метку",
    "tag.about": "Чаты, у которых она есть, сохраняют прежнее название",
    "tag.group": "Метка",
    "tag.missing": "Дайте ей название от 1 до 50 знаков.",
    "tag.more": "Ещё",
    "tag.delete": "Удалить метку",
    "tag.delete.text": "Её больше нельзя поставить на чат. Чаты, у которых она есть, сохраняют её название.",
  },
});
