import type { en as formsOfEnglish } from "./forms.ts";
import type { en as homeOfEnglish } from "./home.ts";
import type { en as moreOfEnglish } from "./more.ts";

/**
 * Texts of the chat window and the conversation. Forms and less frequent parts have separate text
 * files, which are loaded with the part. `{name}` is a placeholder. An object contains one text for
 * each plural form of its language.
 */
export const first = {
  close: "Close chat",
  minimise: "Minimise",
  more: "More",
  online: "Online",
  closed: "Closed",
  bot: "Bot",
  hello: "Hello. How can we help?",
  offlineShort: "Offline",
  message: "Message",
  writeMessage: "Write a message",
  send: "Send",
  attach: "Attach a file",
  camera: "Take a photo",
  emoji: "Emoji",
  messages: "Messages",
  today: "Today",
  yesterday: "Yesterday",
  sending: "Sending",
  saved: "Sent",
  notDelivered: "Not delivered",
  noConnection: "No connection.",
  tooOld: "It is over 30 minutes old.",
  tryAgain: "Try again",
  copy: "Copy",
  copied: "Copied",
  remove: "Remove",
  typing: "{name} is typing",
  someoneTyping: "Someone is typing",
  previewNotice: "We can see what you type before you send it.",
  newMessages: { one: "{count} new message", other: "{count} new messages" },
  older: "Loading earlier messages",
  connecting: "Connecting",
  reconnecting: "Reconnecting. Messages are kept.",
  failed: "No connection. Messages are kept.",
  notHere: "Chat isn't available on this page.",
  forgotten: "Your browser blocks storage: this chat is lost when you leave the page.",
  dropHere: "Drop files here to send them",
  tooLong: "4000 characters maximum.",
  tooFast: "Too fast. Please wait a moment.",
};

/** Functions that load the other text files of this language. */
export const home = async () => (await import("./home.ts")).en;
export const forms = async () => (await import("./forms.ts")).en;
export const more = async () => (await import("./more.ts")).en;

type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;
type TranslationOf<T> = { readonly [K in keyof T]: T[K] extends string ? string : Plural };
export type FirstTexts = TranslationOf<typeof first>;
export type MoreTexts = TranslationOf<typeof moreOfEnglish>;
export type HomeTexts = TranslationOf<typeof homeOfEnglish>;
export type FormTexts = TranslationOf<typeof formsOfEnglish>;
export type Texts = FirstTexts & HomeTexts & FormTexts & MoreTexts;
export type TextKey = { [K in keyof Texts]: Texts[K] extends string ? K : never }[keyof Texts];
export type PluralKey = Exclude<keyof Texts, TextKey>;
