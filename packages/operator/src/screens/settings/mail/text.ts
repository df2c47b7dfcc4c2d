import { defineTexts } from "../../../text/index.ts";

/** Interface texts of the mail settings. */
export const t = defineTexts({
  en: {
    "mail.title": "Mail server",
    "mail.about": "The mail server this installation uses to send email",
    "mail.off": "Email is not set up. No email is sent or queued.",
    "mail.group.server": "Mail server",
    "mail.host": "Host",
    "mail.host.hint": "Host name or IP address of your SMTP server.",
    "mail.port": "Port",
    "mail.port.hint": "Usually 587. Use 465 for implicit TLS, or 25 on your own network.",
    "mail.tls": "Encryption",
    "mail.tls.starttls": "STARTTLS",
    "mail.tls.implicit": "Implicit TLS",
    "mail.tls.none": "None (private networks only)",
    "mail.user": "User name",
    "mail.user.hint": "Leave empty if no sign-in is needed.",
    "mail.password": "Password",
    "mail.password.stored": "A password is saved. Enter a new one to replace it.",
    "mail.password.again":
      "You changed the server, port, encryption or user name. Enter the password again.",
    "mail.password.none": "No password saved.",
    "mail.group.sender": "Sender",
    "mail.from": "From",
    "mail.from.hint":
      "An address, or a name and an address: Shop <chat@shop.example>. Visitors’ replies go to it.",
    "mail.stop": "Switch off email",
    "mail.stop.title": "Switch off email?",
    "mail.stop.text": "Queued email is discarded and the password is deleted.",
    "mail.stop.keep": "Cancel",
    "mail.stop.done": "Email is switched off.",
    "mail.test": "Test",
    "mail.test.about": "Sends one email to {to} using the values in this form, saved or not.",
    "mail.test.go": "Send test email",
    "mail.test.busy": "Sending…",
    "mail.test.fill": "Enter a host and a From address first.",
    "mail.test.took": "{s} s",
    "mail.reply": "The server replied: {reply}",
    "step.sent": "{host} accepted the email. Check the inbox of {to}, including spam.",
    "step.dns":
      "{host} could not be found. Check the spelling, and the DNS settings of the machine Parlour runs on.",
    "step.connect":
      "Could not connect to {host}:{port}. Check the port and any firewall in between.",
    "step.greeting":
      "{host}:{port} does not respond like a mail server. Use implicit TLS with port 465 or STARTTLS with 587, and check the host and port.",
    "step.tls":
      "No secure connection to {host}. It does not offer this encryption, or its certificate is not valid for this name. Choose another encryption or fix the certificate.",
    "step.sign_in":
      "{host} rejected the sign-in. Check the user name and password. Some services require an app password.",
    "step.sender":
      "{host} does not accept email from this sender. Use a From address of the account you sign in with, or add a user name and password.",
    "step.recipient":
      "{host} does not accept email for {to}. Check that this user may send to other domains.",
    "step.message": "{host} rejected the message. See its reply for the reason.",
  },
  ru: {
    "mail.title": "Почтовый сервер",
    "mail.about": "Почтовый сервер, через который эта установка отправляет письма",
    "mail.off": "Почта не настроена. Письма не отправляются и не ставятся в очередь.",
    "mail.group.server": "Почтовый сервер",
    "mail.host": "Сервер",
    "mail.host.hint": "Имя или IP-адрес вашего сервера SMTP.",
    "mail.port": "Порт",
    "mail.port.hint": "Обычно 587. Для TLS без STARTTLS — 465, в своей сети — 25.",
    "mail.tls": "Шифрование",
    "mail.tls.starttls": "STARTTLS",
    "mail.tls.implicit": "Implicit TLS",
    "mail.tls.none": "Нет (только частные сети)",
    "mail.user": "Имя пользователя",
    "mail.user.hint": "Оставьте пустым, если вход не нужен.",
    "mail.password": "Пароль",
    "mail.password.stored": "Пароль сохранён. Введите новый, чтобы заменить его.",
    "mail.password.again":
      "Вы изменили сервер, порт, шифрование или имя пользователя. Введите пароль ещё раз.",
    "mail.password.none": "Пароль не сохранён.",
    "mail.group.sender": "Отправитель",
    "mail.from": "От кого",
    "mail.from.hint":
      "Адрес или имя и адрес: Shop <chat@shop.example>. Ответы посетителей приходят на него.",
    "mail.stop": "Выключить почту",
    "mail.stop.title": "Выключить почту?",
    "mail.stop.text": "Письма из очереди не будут отправлены, пароль будет удалён.",
    "mail.stop.keep": "Отмена",
    "mail.stop.done": "Почта выключена.",
    "mail.test": "Проверка",
    "mail.test.about":
      "Отправляет одно письмо на {to} со значениями из этой формы, даже несохранёнными.",
    "mail.test.go": "Отправить тестовое письмо",
    "mail.test.busy": "Отправляем…",
    "mail.test.fill": "Сначала введите сервер и адрес отправителя.",
    "mail.test.took": "{s} с",
    "mail.reply": "Сервер ответил: {reply}",
    "step.sent": "{host} принял письмо. Проверьте ящик {to}, в том числе спам.",
    "step.dns":
      "Сервер {host} не найден. Проверьте написание и настройки DNS на машине, где работает Parlour.",
    "step.connect": "Не удалось подключиться к {host}:{port}. Проверьте порт и межсетевой экран.",
    "step.greeting":
      "{host}:{port} отвечает не как почтовый сервер. Выберите Implicit TLS для порта 465 или STARTTLS для 587 и проверьте сервер и порт.",
    "step.tls":
      "Нет защищённого соединения с {host}. Сервер не поддерживает это шифрование, или его сертификат не подходит к имени. Выберите другое шифрование или исправьте сертификат.",
    "step.sign_in":
      "{host} отклонил вход. Проверьте имя пользователя и пароль. Некоторым службам нужен пароль приложения.",
    "step.sender":
      "{host} не принимает письма от этого отправителя. Укажите адрес учётной записи, под которой входите, или добавьте имя пользователя и пароль.",
    "step.recipient":
      "{host} не принимает письма для {to}. Проверьте, может ли этот пользователь писать на другие домены.",
    "step.message": "{host} отклонил письмо. Причину смотрите в его ответе.",
  },
});
