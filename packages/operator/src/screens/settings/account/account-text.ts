import { defineTexts } from "../../../text/index.ts";

/** Interface texts of account and installation settings: name, addresses, link safety. */
export const accountSettingsText = defineTexts({
  en: {
    "account.title": "Name and appearance",
    "account.about": "Your account’s name, colour and language",
    "account.group.account": "Account",
    "account.name": "Name",
    "account.accent": "Accent colour",
    "account.locale": "Account language",
    "account.locale.hint":
      "Used for automatic messages. Everyone chooses their own app language in their profile.",
    "account.accent.wrong": "Enter # and six digits or letters, such as #0B6B5D.",
    "account.name.wrong": "Enter a name of 1 to 100 characters.",
    "addresses.title": "Allowed addresses",
    "addresses.about": "Private addresses that Parlour may connect to",
    "addresses.text":
      "Parlour can reach any public address. This machine and private networks are blocked to protect internal services. Add exceptions here.",
    "addresses.lab":
      "The lab adds its own host and port here while it runs with an API key, and removes them when it stops. Set-up adds 127.0.0.1:4100 if you choose the lab.",
    "addresses.add": "Add",
    "addresses.allowlab": "Allow the lab ({address})",
    "addresses.new": "Address",
    "addresses.new.hint": "host:port, a single address, or a range such as 10.0.0.0/8.",
    "addresses.missing": "Enter a host:port, an address or a range.",
    "addresses.empty": "No private addresses allowed",
    "addresses.empty.text":
      "EGRESS_ALLOW and parlour.yaml can allow more addresses. Those are not listed here.",
    "addresses.local": "this machine",
    "addresses.islab": "the lab’s default address",
    "addresses.list": "Allowed",
    "addresses.removed": "{address} was removed.",
    "addresses.added": "{address} was added.",
    "instance.title": "Installation",
    "instance.about": "Applies to every account on this installation",
    "instance.group.support": "Support",
    "instance.support_contact": "Support contact",
    "instance.support_contact.hint":
      "An email or web address. Included in the error responses that integrators get when the server fails.",
    "instance.group.bots": "Bot providers",
    "instance.bot_self_service": "Approve bot provider requests automatically",
    "instance.bot_self_service.hint": "If off, each request waits here for your approval.",
    "secret.close": "Done",
    "secret.made": "Created",
    "secret.used": "last used",
    "links.title": "Link safety",
    "links.about": "Which links operators can open",
    "links.safe_url": "Only allow links to your sites",
    "links.safe_url.hint":
      "Other links are shown as plain text, in messages and in the visitor panel.",
    "links.hosts": "Your sites",
    "links.hosts.hint":
      "One host name per line. Subdomains are included. If empty, all links are plain text.",
    "links.hosts.wrong": "“{host}” is not a host name. Leave out https:// and the path.",
    "links.trust_webhook_links": "Trust links from webhooks",
    "links.trust_webhook_links.hint":
      "Links in your webhooks’ responses can be opened even if they lead to other sites.",
  },
  ru: {
    "account.title": "Название и оформление",
    "account.about": "Название, цвет и язык вашего аккаунта",
    "account.group.account": "Аккаунт",
    "account.name": "Название",
    "account.accent": "Основной цвет",
    "account.locale": "Язык аккаунта",
    "account.locale.hint":
      "Для автоматических сообщений. Язык приложения каждый выбирает в своём профиле.",
    "account.accent.wrong": "Введите # и шесть цифр или букв, например #0B6B5D.",
    "account.name.wrong": "Введите название: от 1 до 100 символов.",
    "addresses.title": "Разрешённые адреса",
    "addresses.about": "Частные адреса, к которым Parlour может подключаться",
    "addresses.text":
      "Parlour может обращаться к любому публичному адресу. Эта машина и частные сети закрыты, чтобы защитить внутренние службы. Исключения добавьте здесь.",
    "addresses.lab":
      "Лаборатория, запущенная с ключом API, добавляет сюда свой хост и порт и убирает их при остановке. Первая настройка добавляет 127.0.0.1:4100, если выбрать лабораторию.",
    "addresses.add": "Добавить",
    "addresses.allowlab": "Разрешить лабораторию ({address})",
    "addresses.new": "Адрес",
    "addresses.new.hint": "host:port, один адрес или диапазон, например 10.0.0.0/8.",
    "addresses.missing": "Введите host:port, адрес или диапазон.",
    "addresses.empty": "Частные адреса не разрешены",
    "addresses.empty.text":
      "EGRESS_ALLOW и parlour.yaml могут разрешать другие адреса. Здесь они не показаны.",
    "addresses.local": "эта машина",
    "addresses.islab": "стандартный адрес лаборатории",
    "addresses.list": "Разрешено",
    "addresses.removed": "Адрес {address} удалён.",
    "addresses.added": "Адрес {address} добавлен.",
    "instance.title": "Установка",
    "instance.about": "Для всех аккаунтов этой установки",
    "instance.group.support": "Поддержка",
    "instance.support_contact": "Контакт поддержки",
    "instance.support_contact.hint":
      "Почта или веб-адрес. Указывается в ответах интеграторам при сбое сервера.",
    "instance.group.bots": "Поставщики ботов",
    "instance.bot_self_service": "Автоматически одобрять запросы поставщиков ботов",
    "instance.bot_self_service.hint": "Если выключено, каждый запрос ждёт вашего решения.",
    "secret.close": "Готово",
    "secret.made": "Создан",
    "secret.used": "использован",
    "links.title": "Безопасность ссылок",
    "links.about": "Какие ссылки могут открывать операторы",
    "links.safe_url": "Разрешать только ссылки на свои сайты",
    "links.safe_url.hint":
      "Остальные ссылки показываются как текст: в сообщениях и в панели посетителя.",
    "links.hosts": "Ваши сайты",
    "links.hosts.hint":
      "По одному имени хоста в строке. Поддомены включены. Если пусто, все ссылки показываются как текст.",
    "links.hosts.wrong": "«{host}» — не имя хоста. Введите без https:// и пути.",
    "links.trust_webhook_links": "Доверять ссылкам вебхуков",
    "links.trust_webhook_links.hint":
      "Ссылки из ответов ваших вебхуков можно открывать, даже если они ведут на другие сайты.",
  },
});
