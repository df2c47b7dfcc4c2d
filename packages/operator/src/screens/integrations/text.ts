import { defineTexts } from "../../text/index.ts";

/** Words of the integration screens. */
export const t = defineTexts({
  en: {
    "integrations.title": "Integrations", "integrations.deliveries": "Deliveries",
    "ledger.title": "Ledger", "ledger.filter": "Filter deliveries", "ledger.state": "State", "ledger.endpoint": "Endpoint", "ledger.time": "Time", "ledger.event": "Event", "ledger.chat": "Chat", "ledger.outcome": "Outcome", "ledger.tries": "Tries", "ledger.action": "Action", "ledger.expand": "Expand",
    "ledger.all": "All", "ledger.1h": "1 h", "ledger.24h": "24 h", "ledger.7d": "7 days", "ledger.ever": "All", "ledger.only": "Chat #{id} only", "ledger.only.clear": "Show all chats",
    "ledger.show": "Show tries of {time} {event}", "ledger.hide": "Hide tries of {time} {event}", "ledger.new": "{n, plural, one {# new: show} other {# new: show}}", "ledger.more": "Show older",
    "ledger.empty": "No deliveries yet", "ledger.empty.text": "Each operator message that goes out to a channel stands here, with every request and answer.", "ledger.none": "No delivery fits the filter", "ledger.none.clear": "Clear the filter", "ledger.asof": "Data of {time}; newer ones could not be read.",
    "state.pending": "Pending", "state.retrying": "Retrying", "state.delivered": "Delivered", "state.failed": "Failed", "state.dead": "Dead", "state.unconfirmed": "unconfirmed", "state.unconfirmed.why": "The endpoint answered 2xx without saying ok.",
    "outcome.next": "next try {time}", "outcome.wait": "waits for its turn",
    "retry.go": "Send again", "retry.busy": "Sending…", "retry.done": "It is sent again, with the same message id.", "retry.failed": "It was not sent again. {why}",
    "try.list": "Tries", "try.name": "Try {n}", "try.none": "No try was made yet.", "try.gone": "Requests and answers of this delivery were removed by retention.", "try.lastshown": "{time} · {what}",
    "wire.request": "Request", "wire.response": "Response", "wire.curl": "Copy as curl", "wire.body": "What is shown", "wire.pretty": "Pretty", "wire.raw": "Raw", "wire.headers": "Headers {n}", "wire.noanswer": "No answer", "wire.empty": "(empty body)", "wire.cut": "cut at 8 KiB",
    "ids.delivery": "Delivery", "ids.message": "Message", "ids.chat": "Show in chat #{id}", "ids.copy": "Copy details",
  },
  ru: {
    "integrations.title": "Интеграции", "integrations.deliveries": "Доставки",
    "ledger.title": "Журнал доставок", "ledger.filter": "Фильтр доставок", "ledger.state": "Состояние", "ledger.endpoint": "Куда", "ledger.time": "Время", "ledger.event": "Событие", "ledger.chat": "Чат", "ledger.outcome": "Итог", "ledger.tries": "Попыток", "ledger.action": "Действие", "ledger.expand": "Раскрыть",
    "ledger.all": "Все", "ledger.1h": "1 ч", "ledger.24h": "24 ч", "ledger.7d": "7 дней", "ledger.ever": "Всё", "ledger.only": "Только чат #{id}", "ledger.only.clear": "Показать все чаты",
    "ledger.show": "Показать попытки {time} {event}", "ledger.hide": "Скрыть попытки {time} {event}", "ledger.new": "Новых: {n}, показать", "ledger.more": "Показать старше",
    "ledger.empty": "Доставок ещё нет", "ledger.empty.text": "Здесь каждое сообщение оператора, ушедшее в канал, со всеми запросами и ответами.", "ledger.none": "Под фильтр ничего не подходит", "ledger.none.clear": "Сбросить фильтр", "ledger.asof": "Данные на {time}; новее прочитать не удалось.",
    "state.pending": "Ждёт", "state.retrying": "Повтор", "state.delivered": "Доставлено", "state.failed": "Не доставлено", "state.dead": "Снято", "state.unconfirmed": "не подтверждено", "state.unconfirmed.why": "Сервер ответил 2xx, но не сказал ok.",
    "outcome.next": "следующая попытка {time}", "outcome.wait": "ждёт очереди",
    "retry.go": "Отправить ещё раз", "retry.busy": "Отправляем…", "retry.done": "Отправляется снова, с тем же номером сообщения.", "retry.failed": "Снова не отправлено. {why}",
    "try.list": "Попытки", "try.name": "Попытка {n}", "try.none": "Попыток ещё не было.", "try.gone": "Запросы и ответы удалены по сроку хранения.", "try.lastshown": "{time} · {what}",
    "wire.request": "Запрос", "wire.response": "Ответ", "wire.curl": "Копировать как curl", "wire.body": "Что показать", "wire.pretty": "Разметка", "wire.raw": "Как есть", "wire.headers": "Заголовки {n}", "wire.noanswer": "Нет ответа", "wire.empty": "(пустое тело)", "wire.cut": "обрезано до 8 КиБ",
    "ids.delivery": "Доставка", "ids.message": "Сообщение", "ids.chat": "Показать в чате #{id}", "ids.copy": "Копировать подробности",
  },
});
