/** Languages of emails to operators. */
export type MailLanguage = "en" | "ru";
export const toMailLanguage = (locale: string): MailLanguage =>
  /^ru\b/i.test(locale) ? "ru" : "en";

/** Creates the format for times in emails to operators. */
export const createTimeFormat = (language: MailLanguage, zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(language === "ru" ? "ru" : "en-GB", {
    timeZone: zone,
    dateStyle: "medium",
    timeStyle: "short",
  });

/** Created at its first use, because a start should not wait for it (PERF-12). */
let russianPlural: Intl.PluralRules | undefined;
const russianChats = (count: number): string =>
  ({ one: "чат", few: "чата" } as Partial<Record<Intl.LDMLPluralRule, string>>)[
    (russianPlural ??= new Intl.PluralRules("ru")).select(count)
  ] ?? "чатов";

/** Texts of emails to operators. Texts of emails to visitors are in `visitor-text.ts`. */
export const operatorMailText = {
  en: {
    name: "Name",
    email: "Email",
    phone: "Phone",
    department: "Department",
    page: "Page",
    open: "Open in Parlour",
    answer: "Answer",
    join: "Set a password and sign in",
    setPassword: "Set new password",
    hello: (name: string) => `Hello ${name},`,
    offlineSubject: (sender: string, channel: string) => `Message from ${sender} · ${channel}`,
    offlineText: (channel: string) => `A visitor left a message on ${channel}.`,
    waitingSubject: (visitor: string, channel: string) => `${visitor} is waiting · ${channel}`,
    waitingText: (visitor: string, minutes: number) =>
      `${visitor} has been waiting for ${minutes === 1 ? "a minute" : `${minutes} minutes`}. Nobody has taken the chat yet.`,
    unopenedText: (visitor: string, operator: string) =>
      `${visitor} is waiting for an answer. ${operator} has the chat, but has not opened it yet.`,
    assignedSubject: (by: string, visitor: string) => `${by} gave you the chat with ${visitor}`,
    assignedText: (by: string, visitor: string, channel: string) =>
      `${by} gave you the chat with ${visitor} on ${channel}. It is in your list.`,
    noticeSubject: (by: string, visitor: string) => `${by}: chat with ${visitor}`,
    noticeText: (by: string, visitor: string, channel: string) =>
      `${by} notifies you of the chat with ${visitor} on ${channel}:`,
    waitingChatsSubject: (count: number) => `${count} chats are waiting`,
    waitingChatsText: (count: number, minutes: number) =>
      `${count} chats are waiting for an operator. The longest has been waiting for ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    inviteSubject: (account: string) => `Join ${account} on Parlour`,
    inviteText: (operator: string, account: string) =>
      `${operator} invited you to answer chats for ${account} in Parlour.`,
    resetSubject: "Reset your Parlour password",
    forgotText: "We received a request to reset the password for this address.",
    resetText: (operator: string) => `${operator} sent you a link to set a new password.`,
    once: (until: string) =>
      `The link works once, until ${until}. If you did not expect this mail, you can ignore it.`,
    endpoint: {
      channel: (name: string) => `Channel “${name}”`,
      bot: (name: string) => `Bot “${name}”`,
      webhook: (name: string) => `Webhook ${name}`,
      calls: () => "Telephony server",
      old_system: () => "The old system",
    },
    failingSubject: (endpoint: string) => `${endpoint} is not responding`,
    offSubject: (endpoint: string) => `${endpoint} was switched off`,
    failing: (endpoint: string) =>
      `${endpoint} has not accepted any deliveries since the time below.`,
    gone: (endpoint: string) =>
      `${endpoint} was switched off because its server responded with 410 Gone.`,
    off: (endpoint: string) => `${endpoint} was switched off after failing for five days.`,
    since: "Since",
    lastFault: "Last error",
    pending: "Pending deliveries",
    failingAdvice: {
      channel:
        "Operators’ messages do not reach visitors. Check that the server at this URL is running. You can send failed messages again.",
      bot: "Operators get the bot’s chats. Check that the server at this URL is running.",
      webhook:
        "Events are queued and retried for three days. Check that the server at this URL is running.",
      old_system:
        "Messages of visitors are here, but do not reach the old system. They are retried for about 10 hours. Check that its server is running.",
    },
    offAdvice:
      "Nothing is sent there any more. Fix the server, switch the endpoint on, and send failed deliveries again (kept for 30 days).",
    seeDeliveries: "View delivery log",
    seeSettings: "Open settings",
    seeAudit: "Open the audit log",
    addressSubject: (endpoint: string) => `${endpoint}: chats are sent to a new URL`,
    addressText: (endpoint: string) => `${endpoint} now sends data of your chats to the URL below.`,
    address: "URL",
    changedBy: "Changed by",
    time: "Time",
    addressAdvice:
      "If you do not recognise this URL, switch the integration off and ask the person who changed it.",
    ruleOffSubject: (name: string) => `Rule “${name}” switched itself off`,
    ruleOffText: (name: string) =>
      `In 20 runs in a row, all actions of the rule “${name}” were refused. It no longer runs. The reasons are listed on its page, where you can switch it on again.`,
    seeRule: "Open the rule",
    agentStoppedSubject: (name: string) => `Agent “${name}” no longer answers visitors`,
    agentStoppedText: (name: string, reason: "hand_overs" | "ratings") =>
      `The agent “${name}” stopped by itself, because ${reason === "hand_overs" ? "people took over more than 40 %" : "visitors rated more than 10 % badly"} of its latest chats. People answer now, and it only writes notes. Its page lists why it handed chats over, and there you can set its state again.`,
    seeAgent: "Open the agent",
    reportSubject: (name: string, from: string, to: string) =>
      `${name}, ${from === to ? from : `${from} to ${to}`}`,
    reportText: (name: string, from: string, to: string) =>
      `The report “${name}” of ${from === to ? from : `${from} to ${to}`} is attached.`,
    reportFigures: {
      chats: "Chats",
      missed: "Missed",
      answered: "First replies",
      met: "SLA targets met",
      broken: "SLA targets broken",
      promises_kept: "Promises kept",
      promises_broken: "Promises broken",
      crossed_replies: "Double answers avoided",
    },
    seeReport: "Open the report",
    viewText: (view: string, day: string) =>
      `The chats of the view “${view}” on ${day} are attached.`,
    viewCut: (n: number) => `The view has more chats. The file has the first ${n}.`,
    seeView: "Open the view",
    testSubject: "Parlour test email",
    testText: "Email is working. You sent this test from Settings.",
    addressCodeSubject: (code: string) => `${code} is your Parlour code`,
    addressCodeText: (url: string) =>
      `Somebody wants to answer the email of this address with Parlour (${url}). To allow it, enter this code there within 15 minutes.`,
    addressCodeAdvice:
      "If you do not expect this email, ignore it. Nothing happens without the code.",
  },
  ru: {
    name: "Имя",
    email: "Почта",
    phone: "Телефон",
    department: "Отдел",
    page: "Страница",
    open: "Открыть в Parlour",
    answer: "Ответить",
    join: "Задать пароль и войти",
    setPassword: "Задать новый пароль",
    hello: (name: string) => `Здравствуйте, ${name}!`,
    offlineSubject: (sender: string, channel: string) => `Сообщение от ${sender} · ${channel}`,
    offlineText: (channel: string) => `Посетитель оставил сообщение в канале ${channel}.`,
    waitingSubject: (visitor: string, channel: string) => `${visitor} ждёт ответа · ${channel}`,
    waitingText: (visitor: string, minutes: number) =>
      `${visitor} ждёт уже ${minutes} мин. Чат ещё никто не принял.`,
    unopenedText: (visitor: string, operator: string) =>
      `${visitor} ждёт ответа. Чат у оператора ${operator}, но пока не открыт.`,
    assignedSubject: (by: string, visitor: string) => `${by}: вам назначен чат, ${visitor}`,
    assignedText: (by: string, visitor: string, channel: string) =>
      `${by} назначает вам чат: ${visitor}, канал ${channel}. Он уже в вашем списке.`,
    noticeSubject: (by: string, visitor: string) => `${by}: чат, ${visitor}`,
    noticeText: (by: string, visitor: string, channel: string) =>
      `${by} обращает ваше внимание на чат: ${visitor}, канал ${channel}.`,
    waitingChatsSubject: (count: number) => `Ждут ответа: ${count} ${russianChats(count)}`,
    waitingChatsText: (count: number, minutes: number) =>
      `Оператора ждут ${count} ${russianChats(count)}. Дольше всего ждут уже ${minutes} мин.`,
    inviteSubject: (account: string) => `Приглашение в ${account}`,
    inviteText: (operator: string, account: string) =>
      `${operator} приглашает вас отвечать на чаты «${account}» в Parlour.`,
    resetSubject: "Сброс пароля Parlour",
    forgotText: "Мы получили запрос на сброс пароля для этого адреса.",
    resetText: (operator: string) => `${operator} отправляет вам ссылку для нового пароля.`,
    once: (until: string) =>
      `Ссылка действует один раз, до ${until}. Если вы не ждали этого письма, не обращайте на него внимания.`,
    endpoint: {
      channel: (name: string) => `Канал «${name}»`,
      bot: (name: string) => `Бот «${name}»`,
      webhook: (name: string) => `Вебхук ${name}`,
      calls: () => "Сервер телефонии",
      old_system: () => "Прежняя система",
    },
    failingSubject: (endpoint: string) => `${endpoint} не отвечает`,
    offSubject: (endpoint: string) => `${endpoint}: отправка выключена`,
    failing: (endpoint: string) =>
      `${endpoint}: с указанного ниже времени доставки не принимаются.`,
    gone: (endpoint: string) =>
      `${endpoint}: отправка выключена, потому что сервер ответил 410 Gone.`,
    off: (endpoint: string) => `${endpoint}: отправка выключена после пяти дней ошибок.`,
    since: "С",
    lastFault: "Последняя ошибка",
    pending: "Доставки в очереди",
    failingAdvice: {
      channel:
        "Сообщения операторов не доходят до посетителей. Проверьте, работает ли сервер по этому URL. Недоставленные сообщения можно отправить снова.",
      bot: "Чаты бота получают операторы. Проверьте, работает ли сервер по этому URL.",
      webhook:
        "События остаются в очереди, и отправка повторяется три дня. Проверьте, работает ли сервер по этому URL.",
      old_system:
        "Сообщения посетителей есть здесь, но не доходят до прежней системы. Отправка повторяется около 10 часов. Проверьте, работает ли её сервер.",
    },
    offAdvice:
      "Туда больше ничего не отправляется. Исправьте сервер, включите отправку и отправьте неудачные доставки снова (хранятся 30 дней).",
    seeDeliveries: "Открыть журнал доставки",
    seeSettings: "Открыть настройки",
    seeAudit: "Открыть журнал изменений",
    addressSubject: (endpoint: string) => `${endpoint}: чаты отправляются на новый URL`,
    addressText: (endpoint: string) =>
      `${endpoint}: данные ваших чатов теперь отправляются на URL ниже.`,
    address: "URL",
    changedBy: "Изменил(а)",
    time: "Время",
    addressAdvice:
      "Если этот URL вам незнаком, выключите интеграцию и спросите того, кто её изменил.",
    ruleOffSubject: (name: string) => `Правило «${name}» выключилось`,
    ruleOffText: (name: string) =>
      `В 20 запусках подряд все действия правила «${name}» были отклонены. Оно больше не работает. Причины указаны на его странице, там же его можно включить снова.`,
    seeRule: "Открыть правило",
    agentStoppedSubject: (name: string) => `Агент «${name}» больше не отвечает посетителям`,
    agentStoppedText: (name: string, reason: "hand_overs" | "ratings") =>
      `Агент «${name}» остановился сам: ${reason === "hand_overs" ? "больше 40 % его последних чатов забрали люди" : "посетители плохо оценили больше 10 % его последних чатов"}. Теперь отвечают люди, а он только пишет заметки. На его странице указано, почему он передавал чаты, там же можно снова задать его состояние.`,
    seeAgent: "Открыть агента",
    reportSubject: (name: string, from: string, to: string) =>
      `${name}, ${from === to ? from : `${from} – ${to}`}`,
    reportText: (name: string, from: string, to: string) =>
      `Отчёт «${name}» за ${from === to ? from : `${from} – ${to}`} — во вложении.`,
    reportFigures: {
      chats: "Чаты",
      missed: "Пропущено",
      answered: "Первые ответы",
      met: "Сроки SLA выполнены",
      broken: "Сроки SLA нарушены",
      promises_kept: "Обещания выполнены",
      promises_broken: "Обещания нарушены",
      crossed_replies: "Предотвращено двойных ответов",
    },
    seeReport: "Открыть отчёт",
    viewText: (view: string, day: string) =>
      `Чаты представления «${view}» на ${day} — во вложении.`,
    viewCut: (n: number) => `В представлении больше чатов. В файле — первые ${n}.`,
    seeView: "Открыть представление",
    testSubject: "Тестовое письмо Parlour",
    testText: "Почта работает. Вы отправили это письмо из настроек.",
    addressCodeSubject: (code: string) => `${code} — ваш код для Parlour`,
    addressCodeText: (url: string) =>
      `Кто-то хочет отвечать на письма на этот адрес через Parlour (${url}). Чтобы разрешить это, введите там этот код в течение 15 минут.`,
    addressCodeAdvice:
      "Если вы не ждали этого письма, не отвечайте на него. Без кода ничего не произойдёт.",
  },
} as const satisfies Record<MailLanguage, unknown>;
