import { defineTexts } from "../../../text/index.ts";

/** Interface texts of the re-authentication dialog. */
export const t = defineTexts({
  en: {
    "confirm.title": "Confirm it’s you",
    "confirm.text": "This change needs a confirmation from the last 15 minutes.",
    "confirm.password": "Password",
    "confirm.code": "Code from your authenticator app",
    "confirm.go": "Confirm",
    "confirm.cancel": "Do not save",
    "confirm.waits": "Your last change is saved after that.",
    "confirm.passkey": "Use a passkey",
    "confirm.again": "You use single sign-on. Sign in again, then repeat your change.",
    "confirm.again.go": "Sign in again",
    "confirm.missing": "Enter your password or code.",
    "confirm.failed": "Wrong password or code. Try again.",
  },
  ru: {
    "confirm.title": "Подтвердите, что это вы",
    "confirm.text": "Для этого изменения нужно подтверждение не старше 15 минут.",
    "confirm.password": "Пароль",
    "confirm.code": "Код из приложения",
    "confirm.go": "Подтвердить",
    "confirm.cancel": "Не сохранять",
    "confirm.waits": "После этого ваше последнее изменение будет сохранено.",
    "confirm.passkey": "Ключ доступа",
    "confirm.again": "Вы входите через единый вход. Войдите ещё раз и повторите изменение.",
    "confirm.again.go": "Войти ещё раз",
    "confirm.missing": "Введите пароль или код.",
    "confirm.failed": "Неверный пароль или код. Повторите.",
  },
});
