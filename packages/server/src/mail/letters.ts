import { html, lines, type Html } from "./html.ts";
import { oneLine } from "./one-line.ts";
import { visitorWords } from "./visitor-words.ts";

/** Languages of our mails. */
export type MailLanguage = "en" | "ru";
export const languageOf = (locale: string): MailLanguage => (/^ru\b/i.test(locale) ? "ru" : "en");

/** What a mail says; its address and sender come later. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
interface Part {
  /** A line of its own, a fact with its name, what a visitor or operator wrote, or a way on. */
  readonly kind: "line" | "fact" | "said" | "quote" | "link" | "entry";
  readonly text: string;
  /** Of a fact its name, of a link its address, of an entry who and when. */
  readonly with?: string;
}

/** An offline message to the operators who want to hear of it (CORE-110). */
export function offlineLetter(
  language: MailLanguage,
  of: {
    readonly channel: string;
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly department: string | null;
    readonly page: string | null;
    readonly text: string;
    readonly url: string;
  },
): Letter {
  const w = words[language];
  const who = of.name || of.email || of.phone;
  return letter(w.offlineSubject(who, of.channel), [
    { kind: "line", text: w.offlineText(of.channel) },
    ...fact(w.name, of.name),
    ...fact(w.email, of.email),
    ...fact(w.phone, of.phone),
    ...fact(w.department, of.department ?? ""),
    ...fact(w.page, of.page ?? ""),
    { kind: "said", text: of.text },
    { kind: "link", text: w.open, with: of.url },
  ]);
}

/** A chat that nobody takes (CORE-035). `text`: what the visitor wrote last; "" where the reader may not see it. */
export function waitingLetter(
  language: MailLanguage,
  of: { readonly visitor: string; readonly channel: string; readonly minutes: number; readonly text: string; readonly url: string },
): Letter {
  const w = words[language];
  return letter(w.waitingSubject(of.visitor, of.channel), [
    { kind: "line", text: w.waitingText(of.visitor, of.minutes) },
    ...(of.text === "" ? [] : [{ kind: "said" as const, text: of.text }]),
    { kind: "link", text: w.answer, with: of.url },
  ]);
}

/** An operator's answer to an offline message, in the visitor's language, with the message below it unless `quoted` is null. */
export function answerLetter(
  language: string,
  of: {
    readonly subject: string;
    readonly text: string;
    readonly quoted: string | null;
    readonly operator: string;
    readonly channel: string;
  },
): Letter {
  const w = visitorWords(language);
  return letter(of.subject, [
    { kind: "line", text: of.text },
    { kind: "line", text: `${of.operator}, ${of.channel}` },
    ...(of.quoted === null
      ? []
      : [
          { kind: "line" as const, text: w.youWrote },
          { kind: "quote" as const, text: of.quoted },
        ]),
  ]);
}

/** A conversation to its visitor, in his language (CORE-111). */
export function transcriptLetter(
  language: string,
  of: {
    readonly channel: string;
    /** Of the times. */
    readonly zone: string;
    /** Earlier ones were left out. */
    readonly isCut: boolean;
    readonly entries: readonly {
      readonly at: string;
      readonly by: "visitor" | "operator" | "bot" | "system";
      readonly name: string;
      readonly text: string;
    }[];
  },
): Letter {
  const w = visitorWords(language);
  const time = new Intl.DateTimeFormat(w.locale, { timeZone: of.zone, dateStyle: "medium", timeStyle: "short" });
  const who = (entry: (typeof of.entries)[number]): string => (entry.by === "visitor" ? w.you : entry.name || of.channel);
  return letter(w.transcriptSubject(of.channel), [
    { kind: "line", text: `${w.transcriptText(of.channel)} (${of.zone})` },
    ...(of.isCut ? [{ kind: "line" as const, text: w.transcriptCut }] : []),
    ...of.entries.map((entry) => ({
      kind: "entry" as const,
      text: entry.text,
      with: `${time.format(Date.parse(entry.at))} · ${who(entry)}`,
    })),
  ]);
}

/** An endpoint of integrators in trouble. */
export interface Fault {
  readonly kind: "channel" | "bot" | "webhook";
  readonly name: string;
  readonly isOff: boolean;
  /** Of an endpoint that was switched off; null: it fails. */
  readonly reason: "gone" | "failing" | null;
  readonly since: number;
  /** Time zone of the account. */
  readonly zone: string;
  /** The last failure in the words of the ledger. */
  readonly outcome: string;
  readonly status: number | null;
  /** Deliveries that wait for it. */
  readonly pending: number;
  readonly url: string;
  readonly settingsUrl: string;
}
/** That an endpoint fails, or was switched off: what happened, why, what to do (CORE-112). */
export function faultLetter(language: MailLanguage, of: Fault): Letter {
  const w = words[language];
  const time = new Intl.DateTimeFormat(language === "ru" ? "ru" : "en-GB", { timeZone: of.zone, dateStyle: "medium", timeStyle: "short" });
  const name = oneLine(of.name);
  const what = w.endpoint[of.kind](name);
  return letter(of.isOff ? w.offSubject(what) : w.failingSubject(what), [
    { kind: "line", text: of.isOff ? (of.reason === "gone" ? w.gone(what) : w.off(what)) : w.failing(what) },
    ...fact(w.since, `${time.format(of.since)} (${of.zone})`),
    ...fact(w.lastFault, of.status === null ? of.outcome : `${of.outcome} ${of.status}`),
    ...fact(w.pending, of.isOff ? "" : String(of.pending)),
    { kind: "line", text: of.isOff ? w.offAdvice : w.failingAdvice[of.kind] },
    { kind: "link", text: w.seeDeliveries, with: of.url },
    { kind: "link", text: w.seeSettings, with: of.settingsUrl },
  ]);
}

/** A link that sets a password once (API-041). */
export function linkLetter(
  language: MailLanguage,
  of: {
    readonly kind: "invite" | "reset" | "forgot";
    readonly name: string;
    readonly by: string;
    readonly account: string;
    readonly url: string;
    readonly until: string;
  },
): Letter {
  const w = words[language];
  const isInvite = of.kind === "invite";
  return letter(isInvite ? w.inviteSubject(of.account) : w.resetSubject, [
    { kind: "line", text: w.hello(of.name) },
    { kind: "line", text: isInvite ? w.inviteText(of.by, of.account) : of.kind === "forgot" ? w.forgotText : w.resetText(of.by) },
    { kind: "link", text: isInvite ? w.join : w.setPassword, with: of.url },
    { kind: "line", text: w.once(of.until) },
  ]);
}

/** The test of the settings. */
export function testLetter(language: MailLanguage, url: string): Letter {
  const w = words[language];
  return letter(w.testSubject, [
    { kind: "line", text: w.testText },
    { kind: "line", text: url },
  ]);
}

const fact = (name: string, text: string): readonly Part[] => (text === "" ? [] : [{ kind: "fact", text, with: name }]);

function letter(subject: string, parts: readonly Part[]): Letter {
  const body = html`<!doctype html>
    <html>
      <body>
        <div style="font-family:sans-serif;font-size:15px;line-height:1.5">${parts.map(drawn)}</div>
      </body>
    </html>`;
  return { subject, text: `${parts.map(plain).join("\n\n")}\n`, html: body.toString() };
}
function plain({ kind, text, with: beside = "" }: Part): string {
  if (kind === "fact") return `${beside}: ${text}`;
  if (kind === "link") return `${text}:\n${beside}`;
  // Indented, so that no message can pretend to be another one.
  if (kind === "entry") return `${oneLine(beside)}\n    ${text.replaceAll(/\r\n|[\r\n\u2028\u2029]/gu, "\n    ")}`;
  return kind === "quote"
    ? text
        .split(/\r\n|\r|\n/)
        .map((line) => `> ${line}`)
        .join("\n")
    : text;
}
function drawn({ kind, text, with: beside = "" }: Part): Html {
  if (kind === "fact") return html`<p style="margin:4px 0"><b>${beside}:</b> ${text}</p>`;
  if (kind === "said") return html`<p style="margin:16px 0;padding:12px;background:#f5f3ee">${lines(text)}</p>`;
  if (kind === "entry") return html`<p style="margin:12px 0" dir="auto"><b>${beside}</b><br />${lines(text)}</p>`;
  if (kind === "quote")
    return html`<blockquote style="margin:0;padding-left:12px;border-left:2px solid #dad5c9">${lines(text)}</blockquote>`;
  // Links are our own addresses only; what a person wrote never becomes one.
  if (kind === "link") return html`<p><a href="${beside}">${text}</a></p>`;
  return html`<p>${lines(text)}</p>`;
}

const words = {
  en: {
    name: "Name",
    email: "E-mail",
    phone: "Phone",
    department: "Department",
    page: "Page",
    open: "Open it in Parlour",
    answer: "Answer",
    join: "Set a password and sign in",
    setPassword: "Set a new password",
    hello: (name: string) => `Hello ${name},`,
    offlineSubject: (who: string, channel: string) => `Message from ${who} · ${channel}`,
    offlineText: (channel: string) => `A visitor of ${channel} left a message.`,
    waitingSubject: (visitor: string, channel: string) => `${visitor} is waiting · ${channel}`,
    waitingText: (visitor: string, minutes: number) =>
      `${visitor} has been waiting for ${minutes === 1 ? "a minute" : `${minutes} minutes`}, and nobody has taken the chat.`,
    inviteSubject: (account: string) => `You are invited to ${account}`,
    inviteText: (by: string, account: string) => `${by} invites you to answer customers of ${account} in Parlour.`,
    resetSubject: "A new password for Parlour",
    forgotText: "Somebody, hopefully you, asked for a new password with this address.",
    resetText: (by: string) => `${by} made a link for you that sets a new password.`,
    once: (until: string) => `The link works once, until ${until}. If you did not expect it, leave it alone.`,
    endpoint: {
      channel: (name: string) => `Channel “${name}”`,
      bot: (name: string) => `Bot “${name}”`,
      webhook: (name: string) => `Webhook ${name}`,
    },
    failingSubject: (what: string) => `${what} does not answer`,
    offSubject: (what: string) => `${what} was switched off`,
    failing: (what: string) => `${what} has not taken anything since the time below.`,
    gone: (what: string) => `${what} was switched off, because its server answered that it is gone (410).`,
    off: (what: string) => `${what} was switched off, because nothing reached it for five days.`,
    since: "Since",
    lastFault: "Last failure",
    pending: "Deliveries that wait",
    failingAdvice: {
      channel:
        "Messages of operators do not reach customers. Check that the server of this address runs; what was given up can be sent again.",
      bot: "The bot gets nothing; its chats go to operators. Check that the server of this address runs.",
      webhook: "Events are kept and tried again for three days. Check that the server of this address runs.",
    },
    offAdvice: "Nothing is sent there any more. Mend the server, switch it on again, and send again what was given up (kept for 30 days).",
    seeDeliveries: "See its deliveries",
    seeSettings: "Open its settings",
    testSubject: "Test of Parlour's mail",
    testText: "Mail works: this is the test that you asked for in the settings.",
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
    offlineSubject: (who: string, channel: string) => `Сообщение от ${who} · ${channel}`,
    offlineText: (channel: string) => `Посетитель оставил сообщение (${channel}).`,
    waitingSubject: (visitor: string, channel: string) => `${visitor} ждёт ответа · ${channel}`,
    waitingText: (visitor: string, minutes: number) => `${visitor} ждёт ${minutes} мин., и чат никто не принял.`,
    inviteSubject: (account: string) => `Приглашение: ${account}`,
    inviteText: (by: string, account: string) => `${by} приглашает вас отвечать клиентам «${account}» в Parlour.`,
    resetSubject: "Новый пароль для Parlour",
    forgotText: "Кто-то, надеемся, что вы, попросил новый пароль для этого адреса.",
    resetText: (by: string) => `${by} создал(а) для вас ссылку, по которой задают новый пароль.`,
    once: (until: string) => `Ссылка сработает один раз, до ${until}. Если вы её не ждали, не открывайте её.`,
    endpoint: {
      channel: (name: string) => `Канал «${name}»`,
      bot: (name: string) => `Бот «${name}»`,
      webhook: (name: string) => `Вебхук ${name}`,
    },
    failingSubject: (what: string) => `${what}: нет ответа`,
    offSubject: (what: string) => `${what}: отключено`,
    failing: (what: string) => `${what}: с указанного времени ничего не принято.`,
    gone: (what: string) => `${what}: отключено, потому что сервер ответил, что адреса больше нет (410).`,
    off: (what: string) => `${what}: отключено, потому что пять дней ничего не доходило.`,
    since: "С",
    lastFault: "Последний сбой",
    pending: "Ждут отправки",
    failingAdvice: {
      channel:
        "Сообщения операторов не доходят до клиентов. Проверьте, что сервер по этому адресу работает; неотправленное можно отправить снова.",
      bot: "Бот ничего не получает, его чаты идут операторам. Проверьте, что сервер по этому адресу работает.",
      webhook: "События хранятся, и их отправка повторяется три дня. Проверьте, что сервер по этому адресу работает.",
    },
    offAdvice: "Туда больше ничего не отправляется. Исправьте сервер, включите адрес снова и отправьте неотправленное (хранится 30 дней).",
    seeDeliveries: "Посмотреть отправки",
    seeSettings: "Открыть настройки",
    testSubject: "Проверка почты Parlour",
    testText: "Почта работает: это проверка, которую вы запустили в настройках.",
  },
} as const satisfies Record<MailLanguage, unknown>;
