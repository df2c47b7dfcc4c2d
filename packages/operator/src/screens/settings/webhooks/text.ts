import { defineTexts } from "../../../text/index.ts";

/** Interface texts of the webhook settings. */
export const t = defineTexts({
  en: {
    "webhook.title": "Webhooks",
    "webhook.list": "Send chat events to your server and get visitor details back",
    "webhook.add": "Add webhook",
    "webhook.empty": "No webhooks yet",
    "webhook.empty.text":
      "A webhook notifies your CRM about chats. Data from its response appears next to the chat.",
    "webhook.status": "Status",
    "webhook.out": "Last delivered",
    "webhook.failure": "Last failure",
    "webhook.n": "{n} of {all}",
    "webhook.about": "Webhook\u00a0· {url}",
    "webhook.new": "Add a webhook",
    "webhook.new.about": "A URL and its events. You can change everything later",
    "webhook.group.hook": "Webhook",
    "webhook.name": "Name",
    "webhook.name.hint": "For you and your colleagues. If empty, the URL is shown.",
    "webhook.rating_wait_s": "Rating timeout (seconds)",
    "webhook.rating_wait_s.hint":
      "Sent once the visitor rates the chat or leaves, or after this time at the latest. 0 means immediately.",
    "webhook.url": "URL",
    "webhook.url.hint": "We POST to this URL. Respond within 15 seconds.",
    "webhook.events": "Events",
    "webhook.group.events": "Events",
    "webhook.group.scope": "Channels and departments",
    "webhook.group.body": "Request body",
    "webhook.channels.wrong": "Select at least one channel.",
    "webhook.departments.wrong": "Select at least one department.",
    "webhook.events.wrong": "Select at least one event.",
    "webhook.events.chats": "Chats",
    "webhook.events.messages": "Messages",
    "webhook.events.others": "Visitors and calls",
    "webhook.message_text": "Send the text of each message",
    "webhook.message_text.hint":
      "Adds the text to message_created. If off, the event says only who wrote and when.",
    "webhook.departments": "All departments",
    "webhook.blocks": "Optional fields",
    "webhook.blocks.hint": "Off by default, because strict receivers may reject unknown fields.",
    "webhook.channels": "All channels",
    "webhook.connection": "Signature",
    "webhook.create": "Create webhook",
    "webhook.turnoff": "Switch off",
    "webhook.turnon": "Switch on",
    "webhook.turnedoff": "Webhook switched off. New events are not sent.",
    "webhook.turnedon": "Webhook switched on.",
    "webhook.delete": "Delete webhook",
    "webhook.delete.text":
      "Pending events are discarded and no new ones are sent. Past deliveries stay in the delivery log. This cannot be undone.",
    "webhook.events.chat_created":
      "A chat starts. The response can add data before an operator answers.",
    "webhook.events.chat_accepted": "An operator takes a chat. The response can add data.",
    "webhook.events.chat_updated":
      "Contact details, page or data of an open chat change, or a closed chat is rated. The response can add data.",
    "webhook.events.chat_assigned": "An operator clicks “Assign to CRM card”.",
    "webhook.events.chat_finished": "A chat ends. Includes the full transcript.",
    "webhook.events.chat_rated":
      "A visitor rates a chat or changes the rating. After the end, it replaces chat_updated.",
    "webhook.events.snoozed": "A chat is snoozed, or its time is changed.",
    "webhook.events.snooze_ended":
      "A snooze ends: its time comes, the customer writes, or an operator ends it.",
    "webhook.events.message_created":
      "A visitor, operator, bot or Parlour adds a message. Internal notes are never sent.",
    "webhook.events.message_delivery_failed":
      "A message to your channel, to a bot or by email fails after the last attempt.",
    "webhook.events.offline_message": "A visitor leaves an offline message.",
    "webhook.events.visitor_updated":
      "Name, email, phone or description of a visitor changes, also without a chat. For these, it replaces chat_updated.",
    "webhook.events.field_changed": "The value of a field of a visitor or chat changes.",
    "webhook.events.call_event": "A call starts, connects, ends or fails.",
    "webhook.blocks.tags": "Chat tags",
    "webhook.blocks.invitation": "The invitation the visitor saw",
    "webhook.blocks.custom_data": "Custom page data",
    "webhook.blocks.rating_comment": "Rating comment",
    "webhook.test":
      "Sends a sample event to the saved URL, marked as a test. It does not appear in any chat.",
    "webhook.off.gone": "Switched off {time} because the server responded with 410 Gone.",
    "webhook.off.failing": "Switched off {time} after failing for 120 hours.",
    "webhook.off.text": "Pending deliveries are kept in the delivery log and can be sent again.",
    "webhook.off.on": "Switch on again",
    "webhook.off.tag": "Switched off",
  },
  ru: {
    "webhook.title": "Вебхуки",
    "webhook.list": "Отправляйте события чатов на свой сервер и получайте данные о посетителях",
    "webhook.add": "Добавить вебхук",
    "webhook.empty": "Вебхуков пока нет",
    "webhook.empty.text":
      "Вебхук сообщает вашей CRM о чатах. Данные из её ответа показываются рядом с чатом.",
    "webhook.status": "Состояние",
    "webhook.out": "Последняя доставка",
    "webhook.failure": "Последняя ошибка",
    "webhook.n": "{n} из {all}",
    "webhook.about": "Вебхук\u00a0· {url}",
    "webhook.new": "Добавить вебхук",
    "webhook.new.about": "URL и события. Всё можно изменить позже",
    "webhook.group.hook": "Вебхук",
    "webhook.name": "Название",
    "webhook.name.hint": "Для вас и коллег. Если пусто, показывается URL.",
    "webhook.rating_wait_s": "Ожидание оценки (секунды)",
    "webhook.rating_wait_s.hint":
      "chat_finished отправляется, когда посетитель оценил чат или ушёл, но не позже этого времени. 0\u00a0— сразу.",
    "webhook.url": "URL",
    "webhook.url.hint": "Сюда отправляется POST-запрос. Ответьте в течение 15 секунд.",
    "webhook.events": "События",
    "webhook.group.events": "События",
    "webhook.group.scope": "Каналы и отделы",
    "webhook.group.body": "Тело запроса",
    "webhook.channels.wrong": "Выберите хотя бы один канал.",
    "webhook.departments.wrong": "Выберите хотя бы один отдел.",
    "webhook.events.wrong": "Выберите хотя бы одно событие.",
    "webhook.events.chats": "Чаты",
    "webhook.events.messages": "Сообщения",
    "webhook.events.others": "Посетители и звонки",
    "webhook.message_text": "Отправлять текст сообщений",
    "webhook.message_text.hint":
      "Добавляет текст в message_created. Если выключено, событие сообщает только, кто и когда написал.",
    "webhook.departments": "Все отделы",
    "webhook.blocks": "Необязательные поля",
    "webhook.blocks.hint":
      "По умолчанию выключены: строгие получатели могут отклонять незнакомые поля.",
    "webhook.channels": "Все каналы",
    "webhook.connection": "Подпись",
    "webhook.create": "Создать вебхук",
    "webhook.turnoff": "Выключить",
    "webhook.turnon": "Включить",
    "webhook.turnedoff": "Вебхук выключен. Новые события не отправляются.",
    "webhook.turnedon": "Вебхук включён.",
    "webhook.delete": "Удалить вебхук",
    "webhook.delete.text":
      "События в очереди не будут отправлены, новых не будет. Прошлые доставки останутся в журнале доставки. Отменить это нельзя.",
    "webhook.events.chat_created":
      "Начинается чат. Ответ может добавить данные ещё до ответа оператора.",
    "webhook.events.chat_accepted": "Оператор принимает чат. Ответ может добавить данные.",
    "webhook.events.chat_updated":
      "Меняются контакты, страница или данные открытого чата, или закрытый чат оценён. Ответ может добавить данные.",
    "webhook.events.chat_assigned": "Оператор нажимает «Привязать к карточке CRM».",
    "webhook.events.chat_finished": "Чат завершается. Содержит всю переписку.",
    "webhook.events.chat_rated":
      "Посетитель оценивает чат или меняет оценку. После завершения чата заменяет chat_updated.",
    "webhook.events.snoozed": "Чат отложен, или его время изменено.",
    "webhook.events.snooze_ended":
      "Чат снова активен: наступило время, написал клиент или вернул оператор.",
    "webhook.events.message_created":
      "Новое сообщение посетителя, оператора, бота или системы. Внутренние заметки не отправляются.",
    "webhook.events.message_delivery_failed":
      "Сообщение в ваш канал, боту или по почте не доставлено, попыток больше не будет.",
    "webhook.events.offline_message": "Посетитель оставляет офлайн-сообщение.",
    "webhook.events.visitor_updated":
      "Меняются имя, почта, телефон или описание посетителя, в том числе без чата. Для них заменяет chat_updated.",
    "webhook.events.field_changed": "Меняется значение поля посетителя или чата.",
    "webhook.events.call_event": "Звонок начат, соединён, завершён или не удался.",
    "webhook.blocks.tags": "Метки чата",
    "webhook.blocks.invitation": "Приглашение, которое видел посетитель",
    "webhook.blocks.custom_data": "Данные страницы",
    "webhook.blocks.rating_comment": "Комментарий к оценке",
    "webhook.test":
      "Отправляет образец события на сохранённый URL с пометкой test. В чатах оно не появится.",
    "webhook.off.gone": "Выключен {time}: сервер ответил 410 Gone.",
    "webhook.off.failing": "Выключен {time} после 120 часов ошибок.",
    "webhook.off.text":
      "События из очереди сохранены в журнале доставки, их можно отправить снова.",
    "webhook.off.on": "Включить снова",
    "webhook.off.tag": "Выключен",
  },
});
