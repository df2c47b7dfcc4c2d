/**
 * Search synonyms in both interface languages. The search matches both, and shows those of the
 * current language.
 */
export interface Synonyms {
  readonly en: readonly string[];
  readonly ru: readonly string[];
}
/** Splits two comma-separated lists into synonyms. */
const words = (en: string, ru: string): Synonyms => ({ en: en.split(", "), ru: ru.split(", ") });

/** Synonyms by settings page. */
export const pageSynonyms: Readonly<Record<string, Synonyms>> = {
  widgets: words("chat window, snippet, script, embed, website, code", "окно чата, вставка, скрипт, сайт, код"),
  channels: words("front end, connection, inbound URL, messenger", "подключение, входящий адрес, мессенджер"),
  bots: words("assistant, chatbot, AI, hand-over", "помощник, чат-бот, ИИ, передача"),
  providers: words("provider id, bot company, scope", "идентификатор, поставщик бота"),
  calls: words("telephony, phone, call back, callback", "телефония, телефон, перезвонить, звонки"),
  routing: words("assignment, distribution, queue, round robin", "маршрутизация, назначение, очередь, по очереди"),
  replies: words("canned responses, macros, templates, shortcuts, snippets", "шаблоны, макросы, заготовки"),
  tags: words("labels, categories", "теги, ярлыки, категории"),
  triggers: words("invitations, automation, rules", "приглашения, автоматизация, правила"),
  hours: words("opening hours, holidays, schedule, calendar, business hours", "часы работы, праздники, расписание, график"),
  blocklist: words("ban, blacklist, spam, IP", "блокировка, бан, спам, IP"),
  people: words("agents, users, operators, roles, team members, invite", "сотрудники, пользователи, операторы, роли, пригласить"),
  departments: words("groups, teams", "группы, команды"),
  security: words("2FA, two-factor, passkey, password, sessions, TOTP, login", "двухфакторная, 2FA, ключ доступа, пароль, сеансы"),
  oidc: words("SSO, OIDC, OpenID, Okta, Google, Azure, Microsoft, Keycloak", "SSO, OIDC, OpenID, вход через Google, провайдер"),
  webhooks: words("events, callbacks, CRM, notifications", "события, обратный вызов, CRM, уведомления"),
  keys: words("tokens, API access, scopes", "токены, доступ к API, права"),
  links: words("safe URL, phishing, integration settings", "безопасные ссылки, фишинг, настройки интеграций"),
  docs: words("API reference, documentation, integration, interfaces", "справочник API, интеграторам, интерфейсы"),
  start: words("first steps, onboarding, check list, set-up", "первые шаги, начало работы, список дел, настройка"),
  account: words("logo, language, brand, company, colour, color", "логотип, язык, бренд, компания, цвет"),
  data: words("GDPR, retention, delete, export, erase, storage", "GDPR, хранение, удаление, выгрузка, персональные данные"),
  audit: words("history, changes, log", "история, изменения, журнал"),
  instance: words("instance, support contact, server", "поддержка, контакт, сервер"),
  mail: words("SMTP, e-mail, email, sender", "SMTP, письма, отправитель, почта"),
  addresses: words(
    "SSRF, private network, allow list, outgoing addresses, egress, firewall",
    "SSRF, частная сеть, исходящие адреса, белый список",
  ),
  accounts: words("tenants, customers, workspaces", "клиенты, арендаторы, рабочие пространства"),
  system: words("restore, status, version, disk, doctor, system", "восстановление, статус, версия, диск, система, резервная копия"),
};

/** Synonyms by the text id of a field's label. */
export const fieldSynonyms: Readonly<Record<string, Synonyms>> = {
  "widget.offline": words("leave a message, contact form", "оставить сообщение, форма связи"),
  "widget.rating": words("stars, feedback, CSAT", "оценка, отзыв, звёзды"),
  "widget.kinds": words("file types, allowed files, extensions", "типы файлов, разрешённые файлы, расширения"),
  "widget.files": words("uploads, attachments", "вложения, загрузка"),
  "widget.transcript": words("download, history by mail", "скачать, история на почту"),
  "widget.origins": words("allowed sites, CORS", "разрешённые сайты, домены"),
  "form.group": words("pre-chat form", "анкета, форма до чата"),
  "csp.group": words("CSP, content security policy", "CSP, политика безопасности"),
  "identity.group": words("JWT, user token", "JWT, токен пользователя"),
  "site.accent": words("colour, color, theme", "цвет, тема"),
  "text.greeting": words("welcome message", "приветствие"),
  "channel.secret": words("HMAC, signature", "подпись, HMAC"),
  "channel.chunked": words("transfer encoding", "кодирование"),
  "person.limit": words("capacity, load, concurrent chats", "нагрузка, одновременные чаты"),
  "hours.zone": words("UTC", "UTC"),
  "hours.days": words("holidays, exceptions", "праздники, исключения, выходные"),
  "routing.ladder": words("escalation, reminders", "эскалация, напоминания"),
  "routing.queue": words("position, waiting", "место, ожидание"),
  "routing.silent": words("inactivity, idle, auto-close", "бездействие, автозакрытие, тишина"),
  "data.retention": words("how long, delete after", "срок, удалять через"),
  "system.backup": words("copy, restore", "копия, восстановление"),
};
