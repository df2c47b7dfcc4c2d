import type { Operator } from "@parlour/protocol";
import { may } from "../../state/session.tsx";
import { t as calls } from "./calls/text.ts";
import { t as hours } from "./hours/text.ts";
import { menuFor } from "./menu.ts";
import { t as routing } from "./routing/text.ts";
import { t } from "./text.ts";
import { t as widgets } from "./widgets/text.ts";

/** A page of the settings, or one setting on it, as the palette finds it. */
export interface FoundSetting {
  readonly id: string;
  readonly path: string;
  readonly isDocs: boolean;
  readonly label: string;
  /** The page of a single setting. */
  readonly page: string;
  /** Looked through, never shown. */
  readonly words: string;
}
type One = readonly [label: () => string, words: string];

/** Words that people look for, in every language of the application whichever is spoken, and the settings of a page that have a name of their own. */
const known: Readonly<Record<string, { readonly words: string; readonly settings?: readonly One[] }>> = {
  widgets: {
    words: "widget site website snippet code embed script виджет сайт код вставка скрипт",
    settings: [
      [() => widgets("widget.offline"), "offline form message офлайн форма сообщение"],
      [() => widgets("widget.rating"), "rating stars feedback оценка отзыв"],
      [() => widgets("form.group"), "pre-chat contacts form email phone анкета контакты форма почта телефон"],
      [() => widgets("csp.group"), "csp content security policy nonce политика безопасности"],
      [() => widgets("identity.group"), "identity jwt token signed личность токен подпись"],
      [() => widgets("look.accent"), "colour color accent look dark цвет вид тёмный"],
      [() => widgets("texts.group"), "texts languages greeting translation тексты языки приветствие перевод"],
      [() => widgets("widget.origins"), "domains allowed sites origin домены разрешённые сайты"],
      [() => widgets("widget.files"), "files uploads attachments файлы вложения загрузка"],
      [() => widgets("widget.transcript"), "transcript download mail история переписка скачать"],
    ],
  },
  channels: {
    words: "chat api channel front end connection inbound url канал api подключение адрес",
    settings: [
      [() => t("channel.secret"), "signing secret hmac rotate подпись секрет ключ"],
      [() => t("channel.chunked"), "chunked encoding transfer кодирование"],
    ],
  },
  bots: { words: "bot assistant connection hand-over бот помощник подключение передача" },
  providers: { words: "bot provider id default scope провайдер бот идентификатор" },
  webhooks: { words: "webhook events url callback crm вебхук события уведомления" },
  people: {
    words: "people team operators roles invite люди команда операторы роли пригласить сотрудники",
    settings: [
      [() => t("people.invite"), "invite new person add пригласить добавить сотрудника"],
      [() => t("person.limit"), "parallel chats limit load одновременные чаты предел нагрузка"],
    ],
  },
  departments: { words: "departments groups teams отделы группы" },
  hours: {
    words: "working hours schedule opening time calendar рабочее время часы расписание график",
    settings: [
      [() => hours("hours.zone"), "time zone utc часовой пояс"],
      [() => hours("hours.days"), "holidays exceptions праздники исключения выходные"],
    ],
  },
  blocklist: { words: "block list blacklist ban spam ip блокировка чёрный список бан спам" },
  routing: {
    words: "routing distribution assign queue маршрутизация распределение очередь",
    settings: [
      [() => routing("routing.ladder"), "escalation ladder reminders push mail эскалация напоминания"],
      [() => routing("routing.queue"), "queue place waiting очередь место ожидание"],
      [() => routing("routing.silent"), "inactivity close quiet idle бездействие закрытие тишина"],
    ],
  },
  calls: {
    words: "calls call-back telephony phone звонки обратный звонок телефония телефон",
    settings: [[() => calls("callset.title"), "driver balance hours test звонок баланс часы проверка"]],
  },
  replies: { words: "quick replies canned templates macros shortcuts быстрые ответы шаблоны" },
  tags: { words: "tags labels метки теги" },
  triggers: { words: "triggers invitations rules automation триггеры приглашения правила" },
  links: {
    words: "integration settings safe url developers links настройки интеграции ссылки безопасные",
    settings: [
      [() => t("links.safe"), "safe url links phishing own sites безопасные ссылки свои сайты"],
      [() => t("links.trust"), "trust webhook links доверять ссылкам вебхуков"],
    ],
  },
  keys: { words: "api keys tokens scopes ключи api токены" },
  addresses: { words: "outgoing addresses private ip list allow egress firewall исходящие адреса список ip разрешённые" },
  docs: { words: "documentation interfaces api reference документация интерфейсы" },
  account: {
    words: "name look account company brand название вид аккаунт компания",
    settings: [
      [() => t("account.accent"), "accent colour color акцент цвет"],
      [() => t("account.locale"), "language locale язык"],
    ],
  },
  security: {
    words: "security two-factor 2fa totp passkey password sign-in log policy безопасность двухфакторная пароль вход журнал входов",
  },
  data: {
    words: "data retention export erase gdpr storage privacy visitor данные хранение срок выгрузка удаление посетителя",
  },
  audit: { words: "audit log history changes who аудит журнал изменений история кто" },
  instance: {
    words: "instance installation support contact limits установка поддержка контакт",
    settings: [[() => t("instance.selfservice"), "bot providers self service провайдеры ботов самостоятельно"]],
  },
  mail: { words: "mail smtp e-mail server sender почта письма сервер отправитель" },
  oidc: { words: "oidc sso single sign-on openid google microsoft keycloak единый вход" },
  accounts: { words: "accounts tenants customers suspend аккаунты клиенты приостановить" },
  system: { words: "system version health backup storage checks система версия состояние копия хранилище" },
};

/** Every page that this person may open, with the single settings on it. */
export function findableSettings(me: Operator): readonly FoundSetting[] {
  // Viewers have no settings (router.tsx).
  if (!may(me, "settings") && !may(me, "chat")) return [];
  return menuFor(me)
    .flatMap(({ entries }) => entries)
    .flatMap(({ path, label, isDocs = false }): readonly FoundSetting[] => {
      const { words = "", settings = [] } = known[path] ?? {};
      const page = { id: `settings-${path}`, path, isDocs, label, page: "", words };
      const ones = settings.map(([name, more], n) => ({ ...page, id: `settings-${path}-${n}`, label: name(), page: label, words: more }));
      return [page, ...ones];
    });
}
/** Pages that can be found by words of every language. */
export const knownPages: readonly string[] = Object.keys(known);
