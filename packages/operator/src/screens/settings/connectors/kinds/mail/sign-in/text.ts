import { defineTexts } from "../../../../../../text/index.ts";

/** Interface texts of the return from the provider of a mailbox. */
export const t = defineTexts({
  en: {
    "mailsignin.again": "Sign in again",
    "mailsignin.try": "Try again",
    "mailsignin.channel": "Open the channel",
    "mailsignin.over": "Start again",
    "mailsignin.finishing": "Finishing the sign-in…",
    "mailsignin.saving": "Connecting to the mailbox with the new sign-in…",
    "mailsignin.title": "Sign in to the mailbox",
    "mailsignin.title.again": "Sign in to {address} again",
    "mailsignin.about": "The provider of the mailbox asks you for access",
    "mailsignin.done": "Signed in. The channel uses the new sign-in.",
    "mailsignin.failed": "The sign-in could not be finished.",
  },
  ru: {
    "mailsignin.again": "Войти снова",
    "mailsignin.try": "Попробовать ещё раз",
    "mailsignin.channel": "Открыть канал",
    "mailsignin.over": "Начать заново",
    "mailsignin.finishing": "Завершаем вход…",
    "mailsignin.saving": "Подключаемся к ящику с новым входом…",
    "mailsignin.title": "Вход в почтовый ящик",
    "mailsignin.title.again": "Повторный вход: {address}",
    "mailsignin.about": "Провайдер почты просит разрешить доступ к ящику",
    "mailsignin.done": "Вход выполнен. Канал использует новый вход.",
    "mailsignin.failed": "Не удалось завершить вход.",
  },
});
