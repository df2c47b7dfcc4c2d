import { defineTexts } from "../../../text/index.ts";

/** Interface texts of the tests of an integration. */
export const testText = defineTexts({
  en: {
    "test.empty": "Nothing to test yet",
    "test.empty.text": "You can send test events to webhooks, bots and chat API channels.",
    "test.empty.go": "Add a webhook",
    "test.form": "Test event",
    "test.target": "To",
    "test.event": "Event",
    "test.sample": "Sample",
    "test.sample.hint":
      "JSON. Fields you change override the sample. The event name and the test chat stay the same.",
    "test.wrong.json": "This is not valid JSON.",
    "test.wrong.object": "Enter a JSON object, such as { … }.",
    "test.channel": "Sends an operator message for the customer “test” to the channel’s endpoint.",
    "test.send": "Send test event",
    "test.sending": "Sending…",
    "test.reset": "Reset to sample",
    "test.offline": "You are offline. You can send tests again once you are back online.",
    "test.result": "Result",
    "test.waiting": "Your server’s response appears here. Tests do not appear in any chat.",
    "test.use": "Use as test event",
  },
  ru: {
    "test.empty": "Пока нечего проверять",
    "test.empty.text": "Тестовые события можно отправлять вебхукам, ботам и каналам Chat API.",
    "test.empty.go": "Добавить вебхук",
    "test.form": "Тестовое событие",
    "test.target": "Куда",
    "test.event": "Событие",
    "test.sample": "Образец",
    "test.sample.hint":
      "JSON. Изменённые поля заменяют поля образца. Имя события и тестовый чат не меняются.",
    "test.wrong.json": "Это неправильный JSON.",
    "test.wrong.object": "Введите объект JSON, например { … }.",
    "test.channel": "Отправляет на адрес канала сообщение оператора для клиента «test».",
    "test.send": "Отправить тестовое событие",
    "test.sending": "Отправляем…",
    "test.reset": "Вернуть образец",
    "test.offline": "Нет связи. Проверить можно будет, когда она появится.",
    "test.result": "Результат",
    "test.waiting": "Здесь появится ответ вашего сервера. Тесты не попадают в чаты.",
    "test.use": "Использовать для теста",
  },
});
