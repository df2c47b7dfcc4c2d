import { defineTexts } from "../../../../text/index.ts";

/** Interface texts of the details of a routing: its steps, candidates and rules. */
export const t = defineTexts({
  en: {
    "why.eligible": "Available",
    "why.nobody": "Nobody was available.",
    "why.others": "Not available",
    "unable.not_in_department": "not in the department",
    "rule.all": "Offered to all eligible operators",
    "rule.round_robin": "Round robin: longest since their last chat",
    "rule.least_busy": "Fewest open chats",
    "rule.last_operator": "The visitor’s last operator first",
    "rule.department": "Then everyone in the department, including those away",
    "rule.channel": "Then everyone on the channel, including those away",
    "rule.next": "Then more eligible operators",
    "rule.invitation": "First to the operator who invited the visitor",
    "rule.transfer": "Transferred to an operator, who accepted",
    "rule.assigned": "Given to an operator by another",
    "rule.ladder_push": "Push notification to operators’ devices",
    "rule.ladder_mail": "Email to operators who opted in",
    "rule.ladder_remind": "Nobody took it: reminder to admins",
    "unable.offline": "offline",
    "unable.away": "away",
    "unable.at_limit": "at chat limit",
    "unable.outside_hours": "outside their working hours",
    "unable.not_on_channel": "not on this channel",
    "why.steps": "How this chat was routed",
    "why.eligible.at": "Available at {time}",
    "why.settings": "Routing settings",
    "why.after": "after {wait}",
    "why.reminded":
      "Still waiting. {n, plural, one {# reminder} other {# reminders}} to admins, last at {time}",
    "line.offered": "{n, plural, one {Offered to # operator} other {Offered to # operators}}",
    "line.offered.one": "Offered to {to}",
    "line.offer_passed":
      "{by} did not take it. {n, plural, one {Now offered to # operator} other {Now offered to # operators}}",
    "line.offer_passed.one": "{by} did not take it. Now offered to {to}",
    "line.ladder":
      "Still waiting. {n, plural, one {Now offered to # operator} other {Now offered to # operators}}",
    "line.ladder.one": "Still waiting. Now offered to {to}",
    "line.ladder_push":
      "Still waiting. {n, plural, one {Sending push to # operator} other {Sending push to # operators}}",
    "line.ladder_mail":
      "Still waiting. {n, plural, one {Sending email to # operator} other {Sending email to # operators}}",
    "line.ladder_visitor": "The visitor can now leave a message or request a call-back",
    "line.ladder_remind":
      "Still waiting. {n, plural, one {Reminder to # admin} other {Reminder to # admins}}",
    "line.reassigned": "{by} did not answer for {n} min. The chat is offered to others",
    "line.owner_gone": "{by} is offline. The chat is waiting again",
  },
  ru: {
    "why.eligible": "Были доступны",
    "why.nobody": "Никто не был доступен.",
    "why.others": "Недоступны",
    "unable.not_in_department": "не в отделе",
    "rule.all": "Предложен всем подходящим операторам",
    "rule.round_robin": "По очереди: тому, чей последний чат был раньше всех",
    "rule.least_busy": "Тому, у кого меньше открытых чатов",
    "rule.last_operator": "Сначала прошлому оператору посетителя",
    "rule.department": "Затем всем в отделе, включая отошедших",
    "rule.channel": "Затем всем на канале, включая отошедших",
    "rule.next": "Затем другим подходящим операторам",
    "rule.invitation": "Сначала оператору, который пригласил посетителя",
    "rule.transfer": "Передан оператору, и тот принял",
    "rule.assigned": "Назначен оператору другим оператором",
    "rule.ladder_push": "Уведомление на устройства операторов",
    "rule.ladder_mail": "Письмо операторам, которые его включили",
    "rule.ladder_remind": "Никто не взял: напоминание администраторам",
    "unable.offline": "не в сети",
    "unable.away": "отошёл",
    "unable.at_limit": "предел чатов достигнут",
    "unable.outside_hours": "вне своего рабочего времени",
    "unable.not_on_channel": "не на этом канале",
    "why.steps": "Как чат распределялся",
    "why.eligible.at": "Были доступны в {time}",
    "why.settings": "Настройки распределения",
    "why.after": "через {wait}",
    "why.reminded":
      "Всё ещё ждёт. {n, plural, one {# напоминание} few {# напоминания} other {# напоминаний}} администраторам, последнее в {time}",
    "line.offered": "{n, plural, one {Предложен # оператору} other {Предложен # операторам}}",
    "line.offered.one": "Предложен: {to}",
    "line.offer_passed":
      "{by} не берёт чат. {n, plural, one {Предложен # оператору} other {Предложен # операторам}}",
    "line.offer_passed.one": "{by} не берёт чат. Предложен: {to}",
    "line.ladder":
      "Всё ещё ждёт. {n, plural, one {Предложен # оператору} other {Предложен # операторам}}",
    "line.ladder.one": "Всё ещё ждёт. Предложен: {to}",
    "line.ladder_push":
      "Всё ещё ждёт. {n, plural, one {Отправляем уведомление на устройства # оператора} other {Отправляем уведомление на устройства # операторов}}",
    "line.ladder_mail":
      "Всё ещё ждёт. {n, plural, one {Отправляем письмо # оператору} other {Отправляем письмо # операторам}}",
    "line.ladder_visitor": "Посетитель теперь может оставить сообщение или заказать звонок",
    "line.ladder_remind":
      "Всё ещё ждёт. {n, plural, one {Напоминание # администратору} other {Напоминание # администраторам}}",
    "line.reassigned": "{by} не отвечает {n} мин. Чат предложен другим",
    "line.owner_gone": "{by} не в сети. Чат снова ждёт",
  },
});
