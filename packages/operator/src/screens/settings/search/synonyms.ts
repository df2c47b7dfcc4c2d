/**
 * Search synonyms in both interface languages. The search matches both languages and shows the
 * synonyms of the current one.
 */
export interface Synonyms {
  readonly en: readonly string[];
  readonly ru: readonly string[];
}
/** Splits two comma-separated lists into synonyms. */
const parseSynonyms = (en: string, ru: string): Synonyms => ({
  en: en.split(", "),
  ru: ru.split(", "),
});

/** Search synonyms by settings page. */
export const pageSynonyms: Readonly<Record<string, Synonyms>> = {
  widgets: parseSynonyms(
    "chat window, snippet, script, embed, website, code",
    "окно чата, вставка, скрипт, сайт, код",
  ),
  channels: parseSynonyms(
    "front end, connection, inbound URL, messenger",
    "подключение, входящий адрес, мессенджер",
  ),
  "help-center": parseSynonyms(
    "knowledge base, FAQ, help pages, host name, logo",
    "база знаний, частые вопросы, справка, имя сайта, логотип",
  ),
  "article-sections": parseSynonyms(
    "topics, categories, knowledge base",
    "темы, категории, база знаний",
  ),
  model: parseSynonyms(
    "LLM, AI, OpenAI, Ollama, embeddings, tokens, mask, personal data, budget",
    "LLM, ИИ, нейросеть, OpenAI, Ollama, токены, персональные данные, бюджет",
  ),
  agents: parseSynonyms(
    "assistant, chatbot, AI, automatic answers, shadow, hand-over",
    "помощник, чат-бот, ИИ, автоответы, тень, передача",
  ),
  proof: parseSynonyms(
    "replay, test of an agent, questions, simulation",
    "прогон, тест агента, вопросы, имитация",
  ),
  connectors: parseSynonyms(
    "email, IMAP, SMTP, Telegram, WhatsApp, inbox, channel",
    "почта, письма, IMAP, SMTP, Телеграм, Ватсап, канал",
  ),
  bots: parseSynonyms("assistant, chatbot, AI, hand-over", "помощник, чат-бот, ИИ, передача"),
  calls: parseSynonyms(
    "telephony, phone, call back, callback",
    "телефония, телефон, перезвонить, звонки",
  ),
  routing: parseSynonyms(
    "assignment, distribution, queue, round robin",
    "маршрутизация, назначение, очередь, по очереди",
  ),
  replies: parseSynonyms("canned responses, templates, shortcuts, snippets", "шаблоны, заготовки"),
  views: parseSynonyms(
    "saved filters, lists, queues, conditions",
    "фильтры, списки, очереди, условия",
  ),
  segments: parseSynonyms(
    "audiences, customer groups, contact lists, saved filters",
    "аудитории, группы клиентов, фильтры",
  ),
  broadcasts: parseSynonyms("mailings, campaigns, newsletters", "рассылка, кампании, новости"),
  rules: parseSynonyms(
    "automation, workflow, if then, auto reply, escalation, conditions",
    "автоматизация, сценарии, условия, автоответ, эскалация",
  ),
  "sla-policies": parseSynonyms(
    "service level, response time, due time, deadline, targets",
    "время ответа, срок, дедлайн, уровень сервиса",
  ),
  "scheduled-reports": parseSynonyms(
    "statistics, csv, excel, weekly, monthly, email report",
    "статистика, еженедельно, ежемесячно, рассылка, таблица",
  ),
  macros: parseSynonyms(
    "actions, steps, one click, automation, scripts",
    "действия, шаги, автоматизация, сценарии",
  ),
  fields: parseSynonyms(
    "custom fields, attributes, properties, variables",
    "пользовательские поля, атрибуты, свойства, переменные",
  ),
  tags: parseSynonyms("labels, categories", "теги, ярлыки, категории"),
  triggers: parseSynonyms("invitations, automation, rules", "приглашения, автоматизация, правила"),
  hours: parseSynonyms(
    "opening hours, holidays, schedule, calendar, business hours",
    "часы работы, праздники, расписание, график",
  ),
  blocklist: parseSynonyms("ban, blacklist, spam, IP", "блокировка, бан, спам, IP"),
  people: parseSynonyms(
    "agents, users, operators, team members, invite",
    "сотрудники, пользователи, операторы, пригласить",
  ),
  roles: parseSynonyms("permissions, rights, access", "права, доступ, разрешения"),
  statuses: parseSynonyms("presence, away, lunch, break", "присутствие, отошёл, обед, перерыв"),
  departments: parseSynonyms("groups, teams", "группы, команды"),
  security: parseSynonyms(
    "2FA, two-factor, passkey, password, sessions, TOTP, login",
    "двухфакторная, 2FA, ключ доступа, пароль, сеансы",
  ),
  webhooks: parseSynonyms(
    "events, callbacks, CRM, notifications",
    "события, обратный вызов, CRM, уведомления",
  ),
  keys: parseSynonyms("tokens, API access, scopes", "токены, доступ к API, права"),
  docs: parseSynonyms(
    "API reference, documentation, integration, interfaces",
    "справочник API, интеграторам, интерфейсы",
  ),
  account: parseSynonyms(
    "logo, language, brand, company, colour, color",
    "логотип, язык, бренд, компания, цвет",
  ),
  data: parseSynonyms(
    "GDPR, retention, delete, export, erase, storage",
    "GDPR, хранение, удаление, выгрузка, персональные данные",
  ),
  "move-in": parseSynonyms(
    "import, migrate, migration, other system, history, Chatwoot, Intercom, Zendesk, JSON Lines",
    "импорт, миграция, перенос чатов, другая система, история, Chatwoot, Intercom, Zendesk",
  ),
  "parallel-run": parseSynonyms(
    "trial, beside, old system, JivoChat, compare, migration, webhook",
    "проба, старая система, JivoChat, сравнение, миграция, переход, вебхук",
  ),
  audit: parseSynonyms("history, changes, log", "история, изменения, журнал"),
  instance: parseSynonyms("instance, support contact, server", "поддержка, контакт, сервер"),
  mail: parseSynonyms("SMTP, email, sender", "SMTP, письма, отправитель, почта"),
  accounts: parseSynonyms(
    "tenants, customers, workspaces",
    "клиенты, арендаторы, рабочие пространства",
  ),
  system: parseSynonyms(
    "restore, status, version, disk, doctor, system",
    "восстановление, статус, версия, диск, система, резервная копия",
  ),
};

const accent = parseSynonyms("colour, color, theme", "цвет, тема");

/** Search synonyms by the text id of a field's label. */
export const fieldSynonyms: Readonly<Record<string, Synonyms>> = {
  "widget.widget.offline.enabled": parseSynonyms(
    "leave a message, contact form",
    "оставить сообщение, форма связи",
  ),
  "widget.widget.rating": parseSynonyms("stars, feedback, CSAT", "оценка, отзыв, звёзды"),
  "widget.widget.file_kinds": parseSynonyms(
    "file types, allowed files, extensions",
    "типы файлов, разрешённые файлы, расширения",
  ),
  "widget.widget.files": parseSynonyms("uploads, attachments", "вложения, загрузка"),
  "widget.widget.transcript": parseSynonyms(
    "download, history by email",
    "скачать, история на почту",
  ),
  "widget.widget.origins": parseSynonyms("allowed sites, CORS", "разрешённые сайты, домены"),
  "widget.group.form": parseSynonyms("pre-chat form", "анкета, форма до чата"),
  "csp.group": parseSynonyms("CSP, content security policy", "CSP, политика безопасности"),
  "identity.group": parseSynonyms(
    "JWT, user token, signed identity",
    "JWT, токен пользователя, подписанная личность",
  ),
  "account.accent": accent,
  "widget.widget.accent": accent,
  "text.greeting": parseSynonyms("welcome message", "приветствие"),
  "channel.secret": parseSynonyms("HMAC, signature", "подпись, HMAC"),
  "channel.chunked": parseSynonyms("transfer encoding", "кодирование"),
  "person.chat_limit": parseSynonyms(
    "capacity, load, concurrent chats",
    "нагрузка, одновременные чаты",
  ),
  "hours.timezone": parseSynonyms("UTC", "UTC"),
  "hours.exceptions": parseSynonyms("holidays, exceptions", "праздники, исключения, выходные"),
  "routing.group.ladder": parseSynonyms("escalation, reminders", "эскалация, напоминания"),
  "routing.queue": parseSynonyms("position, waiting", "место, ожидание"),
  "routing.group.silent": parseSynonyms(
    "inactivity, idle, auto-close",
    "бездействие, автозакрытие, тишина",
  ),
  "data.group.retention": parseSynonyms("how long, delete after", "срок, удалять через"),
  "providers.title": parseSynonyms(
    "provider id, bot company, scope",
    "идентификатор, поставщик бота",
  ),
  "oidc.title": parseSynonyms(
    "SSO, OIDC, OpenID, Okta, Google, Azure, Microsoft, Keycloak, sign-in by others",
    "SSO, OIDC, OpenID, вход через Google, провайдер",
  ),
  "saml.title": parseSynonyms(
    "SAML, SSO, metadata, certificate, ADFS, Okta, Entra, Google, OneLogin, Shibboleth",
    "SAML, SSO, метаданные, сертификат",
  ),
  "scim.title": parseSynonyms(
    "SCIM, user sync, directory, Entra, Azure, Okta, onboarding, offboarding",
    "SCIM, синхронизация пользователей, каталог, провижининг",
  ),
  "links.title": parseSynonyms(
    "safe URL, phishing, integration settings",
    "безопасные ссылки, фишинг, настройки интеграций",
  ),
  "start.page": parseSynonyms(
    "first steps, onboarding, check list, set-up",
    "первые шаги, начало работы, список дел, настройка",
  ),
  "addresses.title": parseSynonyms(
    "SSRF, private network, allow list, outgoing addresses, egress, firewall, lab",
    "SSRF, частная сеть, исходящие адреса, белый список",
  ),
  "backups.form.nightly": parseSynonyms("copy, restore", "копия, восстановление"),
};
