import { defineTexts } from "../../../../../text/index.ts";

/** Interface texts of the settings of a mail channel. */
export const t = defineTexts({
  en: {
    "mailchannel.title": "Email",
    "mailchannel.about": "Emails to an address become chats. Replies are sent as emails.",
    "mailchannel.receive.heading": "Receiving",
    "mailchannel.send.heading": "Sending",
    "mailchannel.sender_name.heading": "Replies and senders",
    "mailchannel.address": "Address",
    "mailchannel.address.hint": "For example support@shop.example. Replies come from it.",
    "mailchannel.receive": "Receive by",
    "mailchannel.receive.imap": "Mailbox (IMAP)",
    "mailchannel.receive.smtp": "SMTP (MX record)",
    "mailchannel.imap.host": "IMAP server",
    "mailchannel.imap.port": "IMAP port",
    "mailchannel.imap.port.hint": "Usually 993 with TLS, or 143 with STARTTLS.",
    "mailchannel.imap.security": "IMAP encryption",
    "mailchannel.imap.user": "IMAP username",
    "mailchannel.imap_password": "IMAP password",
    "mailchannel.imap.mailbox": "Folder to read",
    "mailchannel.imap.move_to": "Move read emails to",
    "mailchannel.imap.move_to.hint":
      "A folder that exists. Leave empty to keep emails where they are.",
    "mailchannel.send": "Send through",
    "mailchannel.send.installation": "This installation’s mail server",
    "mailchannel.send.smtp": "A separate mail server",
    "mailchannel.smtp.host": "SMTP server",
    "mailchannel.smtp.port": "SMTP port",
    "mailchannel.smtp.port.hint": "Usually 465 with TLS, or 587 with STARTTLS.",
    "mailchannel.smtp.security": "SMTP encryption",
    "mailchannel.smtp.user": "SMTP username",
    "mailchannel.smtp.user.hint": "Leave empty if no sign-in is needed.",
    "mailchannel.smtp_password": "SMTP password",
    "mailchannel.imap.security.tls": "TLS",
    "mailchannel.smtp.security.tls": "TLS",
    "mailchannel.imap.security.starttls": "STARTTLS",
    "mailchannel.smtp.security.starttls": "STARTTLS",
    "mailchannel.imap.security.none": "None (private networks only)",
    "mailchannel.smtp.security.none": "None (private networks only)",
    "mailchannel.sender_name": "Sender name",
    "mailchannel.sender_name.hint":
      "Shown after the name of the operator. Leave empty to show the channel name.",
    "mailchannel.signature": "Signature",
    "mailchannel.signature.hint": "Added below each reply. You can use {operator} and {channel}.",
    "mailchannel.reply_address": "Reply addresses",
    "mailchannel.reply_address.plus": "With a token: support+token@shop.example",
    "mailchannel.reply_address.plain": "Without a token",
    "mailchannel.reply_address.hint":
      "The token tells us which chat a reply belongs to. Choose “Without a token” if your mail server does not support plus addressing.",
    "mailchannel.automatic_emails": "Automatic emails",
    "mailchannel.automatic_emails.hint":
      "Emails that a program wrote, for example a form on a website. No bot answers them.",
    "mailchannel.newsletters": "Newsletters",
    "mailchannel.newsletters.hint": "Only from senders who have not written to you before.",
    "mailchannel.automatic_emails.chat": "Start a chat",
    "mailchannel.newsletters.chat": "Start a chat",
    "mailchannel.automatic_emails.ignored": "Keep in ignored emails",
    "mailchannel.newsletters.ignored": "Keep in ignored emails",
    "mailchannel.authentication_servers": "Trusted servers",
    "mailchannel.authentication_servers.hint":
      "Mail servers that check senders for you, as named in Authentication-Results headers, with spaces between them. Leave empty to show all senders as not verified.",
    "mail.notice.no_server": "The installation has no mail server.",
    "mail.notice.address_unproved":
      "Prove first that {address} is yours: send a code to it and enter the code on this page. The owner of the installation can also allow the address.",
    "mail.notice.address_taken":
      "An older channel of this installation has {address} and receives its email. Delete one of the two channels, or use another address.",
    "mail.notice.not_sent": "Not tested, because the test email could not be sent.",
    "mail.notice.arrived": "The test email arrived.",
    "mail.notice.missing_in_mailbox":
      "The email to {address} did not arrive in {folder} of {user} within {seconds} s.",
    "mail.notice.missing_in_mailbox_plus":
      "The email to {address} did not arrive in {folder} of {user} within {seconds} s. If emails to the address itself arrive, your mail server does not support plus addressing. Set Reply addresses to “Without a token”.",
    "mail.notice.missing_at_receiver":
      "The email to {address} did not arrive at the SMTP receiver within {seconds} s.",
    "mail.notice.missing_at_receiver_plus":
      "The email to {address} did not arrive at the SMTP receiver within {seconds} s. If emails to the address itself arrive, your mail server does not support plus addressing. Set Reply addresses to “Without a token”.",
    "mail.notice.connect":
      "Could not connect to {host}:{port}{detail}. Check host, port (usually 993, or 143 with STARTTLS) and any firewall in between.",
    "mail.notice.tls":
      "No secure connection to {host}:{port}{detail}. The server does not offer this encryption, or its certificate is not valid for {host}.",
    "mail.notice.sign_in":
      "{host} rejected the sign-in as {user}{detail}. Check user and password. Some services require an app password.",
    "mail.notice.after_creation":
      "The SMTP receiver takes emails as soon as the channel exists. Test the channel then.",
    "mail.notice.mailbox_first": "No email was sent, because the mailbox cannot be read.",
    "mail.notice.sign_in_token":
      "{host} rejected the sign-in as {user}{detail}. Sign in as this user, and check that IMAP is switched on for the mailbox.",
    "mail.notice.oauth_again":
      "{provider} no longer accepts the sign-in of this mailbox. Sign in again.",
    "mail.notice.oauth_unavailable":
      "{provider} gave no access to the mailbox: {reply}. Parlour tries again by itself.",
    "mail.notice.oauth_no_client":
      "The installation has no client at the provider of this mailbox. Its owner can add one.",
    "mail.notice.oauth_refused":
      "{provider} refused the sign-in: {reply}. Try again. An administrator at {provider} may have to allow the access first.",
    "mail.notice.oauth_no_refresh":
      "{provider} gave access for a short time only. The owner of the installation must let the client ask for offline access.",
    "mail.notice.folder": "{host} has no folder {folder} for {user}.",
    "mail.notice.mailbox": "{host} has no such folder for {user}. INBOX always exists.",
    "mail.notice.read": "Reading the mailbox of {user} at {host} failed{detail}.",
    "mail.notice.not_stored": "Could not save an incoming email: {reason}",
    "mail.notice.smtp.dns":
      "Could not find the mail server {host}. Check the spelling, and the DNS settings of the machine Parlour runs on.",
    "mail.notice.smtp.connect":
      "Could not connect to {host}:{port}. Check the port (usually 587, or 465 for implicit TLS) and any firewall in between.",
    "mail.notice.smtp.greeting":
      "{host}:{port} does not respond like a mail server. Use implicit TLS with port 465 or STARTTLS with 587, and check the host and port.",
    "mail.notice.smtp.tls":
      "No secure connection to {host}:{port}. The server does not offer this encryption, or its certificate is not valid for {host}.",
    "mail.notice.smtp.sign_in":
      "{host} rejected the sign-in. Check the user name and password. Some services require an app password.",
    "mail.notice.smtp.sender":
      "{host} does not accept email from this sender. Use the address of the account you sign in with, or enter a user name and password.",
    "mail.notice.smtp.recipient":
      "{host} does not accept email for this address. Check that this user may send to other domains.",
    "mail.notice.smtp.message": "{host} rejected the message.",
    "mail.notice.smtp.sent": "{host} accepted the email.",
  },
  ru: {
    "mailchannel.title": "Почта",
    "mailchannel.about": "Письма на адрес становятся чатами, а ответы уходят письмами",
    "mailchannel.receive.heading": "Получение писем",
    "mailchannel.send.heading": "Отправка писем",
    "mailchannel.sender_name.heading": "Ответы и отправители",
    "mailchannel.address": "Адрес",
    "mailchannel.address.hint": "Например, support@shop.example. С него уходят ответы.",
    "mailchannel.receive": "Способ получения",
    "mailchannel.receive.imap": "Почтовый ящик (IMAP)",
    "mailchannel.receive.smtp": "SMTP (запись MX)",
    "mailchannel.imap.host": "Сервер IMAP",
    "mailchannel.imap.port": "Порт IMAP",
    "mailchannel.imap.port.hint": "Обычно 993 с TLS или 143 с STARTTLS.",
    "mailchannel.imap.security": "Шифрование IMAP",
    "mailchannel.imap.user": "Имя пользователя IMAP",
    "mailchannel.imap_password": "Пароль IMAP",
    "mailchannel.imap.mailbox": "Читать папку",
    "mailchannel.imap.move_to": "Переносить прочитанные письма в",
    "mailchannel.imap.move_to.hint":
      "Существующая папка. Оставьте пустым, чтобы не переносить письма.",
    "mailchannel.send": "Способ отправки",
    "mailchannel.send.installation": "Почтовый сервер установки",
    "mailchannel.send.smtp": "Отдельный почтовый сервер",
    "mailchannel.smtp.host": "Сервер SMTP",
    "mailchannel.smtp.port": "Порт SMTP",
    "mailchannel.smtp.port.hint": "Обычно 465 с TLS или 587 с STARTTLS.",
    "mailchannel.smtp.security": "Шифрование SMTP",
    "mailchannel.smtp.user": "Имя пользователя SMTP",
    "mailchannel.smtp.user.hint": "Оставьте пустым, если вход не нужен.",
    "mailchannel.smtp_password": "Пароль SMTP",
    "mailchannel.imap.security.tls": "TLS",
    "mailchannel.smtp.security.tls": "TLS",
    "mailchannel.imap.security.starttls": "STARTTLS",
    "mailchannel.smtp.security.starttls": "STARTTLS",
    "mailchannel.imap.security.none": "Нет (только в частной сети)",
    "mailchannel.smtp.security.none": "Нет (только в частной сети)",
    "mailchannel.sender_name": "Имя отправителя",
    "mailchannel.sender_name.hint":
      "Показывается после имени оператора. Если не заполнено, показывается название канала.",
    "mailchannel.signature": "Подпись",
    "mailchannel.signature.hint": "Под каждым ответом. {operator} и {channel} заменяются.",
    "mailchannel.reply_address": "Адреса для ответов",
    "mailchannel.reply_address.plus": "С меткой: support+метка@shop.example",
    "mailchannel.reply_address.plain": "Без метки",
    "mailchannel.reply_address.hint":
      "По метке находится чат ответа. Выберите «без метки», если почтовый сервер не принимает адреса с +.",
    "mailchannel.automatic_emails": "Автоматические письма",
    "mailchannel.automatic_emails.hint":
      "Письма, которые отправила программа, например форма на сайте. Боты на них не отвечают.",
    "mailchannel.newsletters": "Рассылки",
    "mailchannel.newsletters.hint": "Только от отправителей, которые вам ещё не писали.",
    "mailchannel.automatic_emails.chat": "Начинать чат",
    "mailchannel.newsletters.chat": "Начинать чат",
    "mailchannel.automatic_emails.ignored": "Складывать в пропущенные письма",
    "mailchannel.newsletters.ignored": "Складывать в пропущенные письма",
    "mailchannel.authentication_servers": "Доверенные серверы",
    "mailchannel.authentication_servers.hint":
      "Почтовые серверы, которые проверяют отправителей: имена из заголовка Authentication-Results через пробел. Если не заполнено, все отправители показываются как неподтверждённые.",
    "mail.notice.no_server": "В этой установке не настроен почтовый сервер.",
    "mail.notice.address_unproved":
      "Сначала подтвердите, что {address} — ваш адрес: отправьте на него код и введите код на этой странице. Разрешить адрес может и владелец установки.",
    "mail.notice.address_taken":
      "Адрес {address} есть у более старого канала этой установки, и письма принимает он. Удалите один из каналов или укажите другой адрес.",
    "mail.notice.not_sent": "Не проверено: тестовое письмо не удалось отправить.",
    "mail.notice.arrived": "Тестовое письмо пришло.",
    "mail.notice.missing_in_mailbox":
      "Письмо на {address} не пришло в {folder} ящика {user} за {seconds}\u00a0с.",
    "mail.notice.missing_in_mailbox_plus":
      "Письмо на {address} не пришло в {folder} ящика {user} за {seconds}\u00a0с. Если письма на сам адрес доходят, почтовый сервер не знает адресов со знаком +. Тогда выключите адреса для ответов.",
    "mail.notice.missing_at_receiver":
      "Письмо на {address} не пришло на приёмник SMTP за {seconds}\u00a0с.",
    "mail.notice.missing_at_receiver_plus":
      "Письмо на {address} не пришло на приёмник SMTP за {seconds}\u00a0с. Если письма на сам адрес доходят, почтовый сервер не знает адресов со знаком +. Тогда выключите адреса для ответов.",
    "mail.notice.connect":
      "Не удалось подключиться к {host}:{port}{detail}. Проверьте сервер, порт (обычно 993 или 143 со STARTTLS) и межсетевые экраны.",
    "mail.notice.tls":
      "Нет защищённого соединения с {host}:{port}{detail}. Сервер не предлагает это шифрование, или его сертификат не подходит для {host}.",
    "mail.notice.sign_in":
      "{host} отклонил вход как {user}{detail}. Проверьте имя и пароль. Некоторые сервисы требуют пароль приложения.",
    "mail.notice.after_creation":
      "Приёмник SMTP начнёт принимать письма, когда появится канал. Тогда проверьте его.",
    "mail.notice.mailbox_first": "Письмо не отправлено: ящик не удаётся прочитать.",
    "mail.notice.sign_in_token":
      "{host} отклонил вход как {user}{detail}. Войдите как этот пользователь и проверьте, включён ли IMAP для ящика.",
    "mail.notice.oauth_again": "{provider} больше не принимает вход в этот ящик. Войдите снова.",
    "mail.notice.oauth_unavailable":
      "{provider} не даёт доступа к ящику: {reply}. Parlour попробует ещё раз сам.",
    "mail.notice.oauth_no_client":
      "У установки нет клиента в сервисе этого ящика. Его может добавить владелец установки.",
    "mail.notice.oauth_refused":
      "{provider} отклонил вход: {reply}. Попробуйте ещё раз. Возможно, доступ сначала должен разрешить администратор {provider}.",
    "mail.notice.oauth_no_refresh":
      "{provider} дал доступ лишь на короткое время. Владелец установки должен разрешить клиенту автономный доступ.",
    "mail.notice.folder": "На {host} у {user} нет папки {folder}.",
    "mail.notice.mailbox": "На {host} у {user} нет такой папки. INBOX есть всегда.",
    "mail.notice.read": "Не удалось прочитать ящик {user} на {host}{detail}.",
    "mail.notice.not_stored": "Письмо сейчас не удаётся сохранить: {reason}",
    "mail.notice.smtp.dns":
      "Почтовый сервер {host} не найден. Проверьте написание и настройки DNS машины, на которой работает Parlour.",
    "mail.notice.smtp.connect":
      "Не удалось подключиться к {host}:{port}. Проверьте порт (обычно 587 или 465 для TLS) и межсетевые экраны.",
    "mail.notice.smtp.greeting":
      "{host}:{port} отвечает не как почтовый сервер. Используйте TLS с портом 465 или STARTTLS с 587 и проверьте сервер и порт.",
    "mail.notice.smtp.tls":
      "Нет защищённого соединения с {host}:{port}. Сервер не предлагает это шифрование, или его сертификат не подходит для {host}.",
    "mail.notice.smtp.sign_in":
      "{host} отклонил вход. Проверьте имя пользователя и пароль. Некоторые сервисы требуют пароль приложения.",
    "mail.notice.smtp.sender":
      "{host} не принимает письма от этого отправителя. Укажите адрес учётной записи, с которой выполняется вход, или введите имя пользователя и пароль.",
    "mail.notice.smtp.recipient":
      "{host} не принимает письма на этот адрес. Проверьте, может ли этот пользователь отправлять на другие домены.",
    "mail.notice.smtp.message": "{host} отклонил письмо.",
    "mail.notice.smtp.sent": "{host} принял письмо.",
  },
});
