import { defineTexts } from "../../../text/index.ts";

/** Interface texts of provisioning by SCIM. */
export const t = defineTexts({
  en: {
    "scim.title": "Provisioning (SCIM)",
    "scim.list": "Your identity provider creates, changes and deactivates people of this account",
    "scim.base": "SCIM address (enter it at your provider)",
    "scim.base.hint": "Authentication: HTTP header or OAuth bearer token, with a token from below.",
    "scim.add": "Create token",
    "scim.new": "Create SCIM token",
    "scim.empty": "No SCIM tokens yet",
    "scim.empty.text": "People are invited and deactivated by hand.",
    "scim.name": "Name",
    "scim.name.hint": "The provider that uses it. The audit log shows this name.",
    "scim.name.wrong": "Enter a name of 1 to 100 characters.",
    "scim.scopes": "Permissions",
    "scim.scopes.text":
      "The token only manages people and departments, never owners of the installation. It ends if you are deactivated.",
    "scim.expires_at": "Expires",
    "scim.done": "SCIM token {name}",
    "scim.once": "Copy it now. It will not be shown again.",
    "scim.lost":
      "SCIM token {name} was created, but this page was closed before it was shown. It cannot be shown again. Revoke it and create another one.",
    "scim.delete": "Revoke",
    "scim.delete.title": "Revoke SCIM token {name}?",
    "scim.delete.text": "Your provider can change nothing after that. People stay as they are.",
    "scim.deleted": "SCIM token {name} was revoked.",
  },
  ru: {
    "scim.title": "Управление пользователями (SCIM)",
    "scim.list": "Ваш провайдер создаёт, изменяет и деактивирует людей этого аккаунта",
    "scim.base": "Адрес SCIM (укажите его у провайдера)",
    "scim.base.hint": "Аутентификация: HTTP-заголовок или OAuth bearer token, с токеном ниже.",
    "scim.add": "Создать токен",
    "scim.new": "Создать токен SCIM",
    "scim.empty": "Токенов SCIM пока нет",
    "scim.empty.text": "Людей приглашают и деактивируют вручную.",
    "scim.name": "Название",
    "scim.name.hint": "Провайдер, который его использует. Это название видно в журнале аудита.",
    "scim.name.wrong": "Введите название от 1 до 100 символов.",
    "scim.scopes": "Права",
    "scim.scopes.text":
      "Токен управляет только людьми и отделами, но не владельцами установки. Он перестанет действовать, если вас деактивируют.",
    "scim.expires_at": "Действует до",
    "scim.done": "Токен SCIM {name}",
    "scim.once": "Скопируйте его сейчас. Больше он не будет показан.",
    "scim.lost":
      "Токен SCIM {name} создан, но форма закрылась раньше, чем он был показан. Показать его снова нельзя. Отзовите его и создайте другой.",
    "scim.delete": "Отозвать",
    "scim.delete.title": "Отозвать токен SCIM {name}?",
    "scim.delete.text": "После этого провайдер ничего не сможет изменить. Люди останутся как есть.",
    "scim.deleted": "Токен SCIM {name} отозван.",
  },
});
