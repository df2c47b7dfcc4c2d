import { defineTexts, joinTexts } from "../../../text/index.ts";
import { t as conditionText } from "../../../ui/conditions/text.ts";

const segmentText = defineTexts({
  en: {
    "segment.title": "Segments",
    "segment.list": "Conditions on visitors, saved under a name for the list of visitors",
    "segment.add": "Add segment",
    "segment.empty": "No segments yet",
    "segment.empty.text":
      "A segment lists the visitors who fit its conditions: customers of a plan, or people who have not written for a month.",
    "segment.new": "New segment",
    "segment.create": "Create segment",
    "segment.delete": "Delete segment",
    "segment.delete.text": "The segment disappears from the list of visitors. Its visitors stay.",
    "segment.shared.foreign": "Only owners and admins change shared segments.",
    "segment.group.visitors": "Visitors",
    "segment.name": "Name",
    "segment.name.wrong": "Enter a name of 1 to 60 characters.",
    "segment.write": "Broadcast",
    "segment.write.do": "Write to these visitors",
    "segment.shared": "Shown to",
    "segment.if": "Conditions",
  },
  ru: {
    "segment.title": "Сегменты",
    "segment.list": "Условия на посетителей под своим именем для списка посетителей",
    "segment.add": "Добавить сегмент",
    "segment.empty": "Сегментов пока нет",
    "segment.empty.text":
      "Сегмент показывает посетителей, которые подходят под условия: клиентов одного тарифа или тех, кто не писал месяц.",
    "segment.new": "Новый сегмент",
    "segment.create": "Создать сегмент",
    "segment.delete": "Удалить сегмент",
    "segment.delete.text": "Сегмент исчезнет из списка посетителей. Посетители останутся.",
    "segment.shared.foreign": "Общие сегменты меняют только владельцы и администраторы.",
    "segment.group.visitors": "Посетители",
    "segment.name": "Название",
    "segment.name.wrong": "Введите название: от 1 до 60 символов.",
    "segment.write": "Рассылка",
    "segment.write.do": "Написать этим посетителям",
    "segment.shared": "Кому видно",
    "segment.if": "Условия",
  },
});

/** Interface texts of Settings → Segments. */
export const t = joinTexts(segmentText, conditionText);
