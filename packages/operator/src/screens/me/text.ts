import { defineTexts } from "../../text/index.ts";

/** Words of the own profile. */
export const t = defineTexts({
  en: {
    "me.title": "Profile and alerts", "me.about": "{email} · {role}", "me.group": "You", "me.name": "Name", "me.name.hint": "As colleagues and visitors see it.", "me.name.missing": "Enter your name.", "me.email": "E-mail", "me.email.hint": "An owner or admin changes it under Settings → People.",
    "look.group": "Appearance", "look.device": "On this device, at once.", "look.theme": "Theme", "look.theme.system": "As the system", "look.theme.light": "Light", "look.theme.dark": "Dark", "look.density": "Density", "look.density.comfortable": "Comfortable", "look.density.compact": "Compact", "look.language": "Language",
    "write.group": "Writing and keys", "write.send": "Send with", "write.enter": "Enter", "write.mod": "Ctrl/⌘ Enter", "write.shortcuts": "Single-letter shortcuts", "write.shortcuts.hint": "J, K, R and the like, outside text fields.",
    "alerts.group": "Alerts", "alerts.newchat": "Sound for a new chat", "alerts.newchat.hint": "Repeats every 10 s until somebody takes it.", "alerts.message": "Sound for a message in my chats", "alerts.volume": "Volume",
    "password.group": "Password", "password.old": "Present password", "password.go": "Change password", "password.done": "Password changed. Your other sessions were signed out.", "password.wrong": "This is not your present password.", "password.old.missing": "Enter your present password.", "password.same": "Choose another one than the present.",
    "session.group": "This session", "session.out": "Sign out", "session.hint": "What waits to be sent stays on this device.",
    "me.managed": "Managed by parlour.yaml: name and password are set in that file.",
    "me.role.owner": "Owner", "me.role.admin": "Admin", "me.role.developer": "Developer", "me.role.operator": "Operator", "me.role.viewer": "Viewer",
  },
  ru: {
    "me.title": "Профиль и оповещения", "me.group": "Вы", "me.name": "Имя", "me.name.hint": "Как его видят коллеги и посетители.", "me.name.missing": "Введите имя.", "me.email": "Почта", "me.email.hint": "Меняет владелец или администратор: Настройки → Люди.",
    "look.group": "Вид", "look.device": "На этом устройстве, сразу.", "look.theme": "Тема", "look.theme.system": "Как в системе", "look.theme.light": "Светлая", "look.theme.dark": "Тёмная", "look.density": "Плотность", "look.density.comfortable": "Просторно", "look.density.compact": "Плотно", "look.language": "Язык",
    "write.group": "Письмо и клавиши", "write.send": "Отправлять по", "write.enter": "Enter", "write.mod": "Ctrl/⌘ Enter", "write.shortcuts": "Однобуквенные клавиши", "write.shortcuts.hint": "J, K, R и другие, вне полей ввода.",
    "alerts.group": "Оповещения", "alerts.newchat": "Звук нового чата", "alerts.newchat.hint": "Каждые 10 с, пока его не возьмут.", "alerts.message": "Звук сообщения в моих чатах", "alerts.volume": "Громкость",
    "password.group": "Пароль", "password.old": "Нынешний пароль", "password.go": "Сменить пароль", "password.done": "Пароль изменён. Остальные ваши сеансы завершены.", "password.wrong": "Нынешний пароль другой.", "password.old.missing": "Введите нынешний пароль.", "password.same": "Нужен другой пароль, не нынешний.",
    "session.group": "Этот сеанс", "session.out": "Выйти", "session.hint": "Неотправленное останется на этом устройстве.",
    "me.managed": "Управляется файлом parlour.yaml: имя и пароль задаются там.",
    "me.role.owner": "Владелец", "me.role.admin": "Администратор", "me.role.developer": "Разработчик", "me.role.operator": "Оператор", "me.role.viewer": "Наблюдатель",
  },
});
