import { defineTexts } from "../../text/index.ts";

/** Texts of the re-authentication dialog. */
export const t = defineTexts({
  en: {
    "confirm.title": "Confirm that it is you",
    "confirm.text": "This changes secrets or rights, and you last proved who you are more than 15 minutes ago.",
    "confirm.password": "Password",
    "confirm.code": "Code of your application",
    "confirm.go": "Confirm",
    "confirm.passkey": "Use a passkey",
    "confirm.again": "You sign in by your organisation. Sign in again, then repeat what you were doing.",
    "confirm.again.go": "Sign in again",
    "confirm.missing": "Enter it first.",
    "confirm.failed": "That was not right. Try again.",
  },
  ru: {
    "confirm.title": "Подтвердите, что это вы",
    "confirm.text": "Это меняет секреты или права, а вы подтверждали себя больше 15 минут назад.",
    "confirm.password": "Пароль",
    "confirm.code": "Код из приложения",
    "confirm.go": "Подтвердить",
    "confirm.passkey": "Ключом доступа",
    "confirm.again": "Вы входите через свою организацию. Войдите ещё раз и повторите действие.",
    "confirm.again.go": "Войти ещё раз",
    "confirm.missing": "Сначала введите.",
    "confirm.failed": "Не подошло. Попробуйте ещё раз.",
  },
});
