import { defineTexts } from "../../../text/index.ts";

/**
 * Interface texts of a widget's code: snippet, Content-Security-Policy, script API, signed
 * identity.
 */
export const widgetCodeText = defineTexts({
  en: {
    "widget.widget.prefixes": "API prefixes",
    "widget.widget.prefixes.hint":
      "The object is called {name}_api, and callbacks start with {name}_on. Up to five, separated by spaces. Include the prefix your pages already use.",
    "widget.widget.prefixes.wrong":
      "Enter one to five prefixes of letters and digits, each starting with a letter.",
    "widget.widget.analytics_ids": "Read analytics IDs",
    "widget.widget.analytics_ids.hint": "Includes _ga and _ym_uid from the page in webhooks.",
    "snippet.group": "Where is your site?",
    "snippet.about":
      "Paste this line before </body> on every page of your site. The button appears on the next page load.",
    "snippet.line": "Embed code",
    "snippet.second":
      "If scripts on your pages call the widget before it has loaded, use the full snippet instead.",
    "snippet.code": "Full snippet",
    "csp.group": "Content Security Policy",
    "csp.about":
      "If your pages send a Content-Security-Policy header, add these lines. If you use a nonce, add it to both scripts.",
    "csp.nonce": "Nonce",
    "csp.nonce.hint":
      "Your server generates a new one for each response. Enter one to preview it. If empty, sources are allowed by URL.",
    "csp.code": "Embed code with CSP",
    "csp.policy": "Policy lines",
    "csp.frame": "frame-src: the chat window is an iframe served by this server.",
    "csp.connect":
      "connect-src: for pages whose policy restricts script connections. The chat window itself connects from its iframe.",
    "csp.script":
      "script-src: the script above. No style-src is needed, as there are no inline styles.",
    "widget.group.chatpage": "Chat page",
    "widget.widget.chat_page.enabled": "Chat page",
    "widget.widget.chat_page.enabled.hint":
      "The chat alone on a page: for links, emails, printed matter and web views.",
    "widget.widget.chat_page.title": "Title",
    "widget.widget.chat_page.title.hint": "If empty, the title or the name of the widget is shown.",
    "widget.widget.chat_page.opens_with": "Opens with",
    "widget.widget.chat_page.opens_with.greeting_and_articles": "Greeting and articles",
    "widget.widget.chat_page.opens_with.greeting": "Greeting",
    "widget.widget.chat_page.index": "Search engines may list it",
    "chatpage.address": "Address of the chat page",
    "chatpage.open": "Open the chat page",
    "chatpage.qr": "QR code of {url}",
    "chatpage.print": "QR code to print",
    "chatpage.svg": "Download SVG",
    "chatpage.png": "Download PNG",
    "chatpage.card": "A6 card, PDF",
    "chatpage.docs": "Signed links, emails and web views",
    "widget.group.api": "Page script API",
    "api.docs": "All functions, callbacks and rules, with an example page",
    "api.test": "You can try all functions and callbacks on the test page.",
    "identity.group": "Identity verification",
    "identity.about":
      "Your server signs a token (JWT, HS256) for users who are signed in, and the page passes it to setUserToken. Their history follows them to every device, and nobody can impersonate them.",
    "identity.off": "Off. Tokens are passed on without verification.",
    "identity.on": "On. Tokens must be signed with the secret.",
    "identity.make": "Generate secret",
    "identity.rotate": "Rotate secret",
    "identity.end": "Switch off",
    "identity.secret": "Identity secret",
    "identity.handover": "Ask an owner or administrator for the secret.",
    "identity.once": "Copy it now. It will not be shown again.",
    "identity.close": "Done",
    "identity.rotate.title": "Rotate the secret?",
    "identity.rotate.text":
      "Tokens signed with the current secret are rejected immediately. Update your server at the same time.",
    "identity.end.title": "Switch off identity verification?",
    "identity.end.text":
      "Tokens are then passed on unverified. Verified visitors become anonymous until you generate a new secret.",
  },
  ru: {
    "widget.widget.prefixes": "Префиксы API",
    "widget.widget.prefixes.hint":
      "Объект называется {name}_api, обратные вызовы начинаются с {name}_on. До пяти префиксов через пробел. Укажите и тот, который ваши страницы уже используют.",
    "widget.widget.prefixes.wrong":
      "Введите от одного до пяти префиксов из букв и цифр, каждый начинается с буквы.",
    "widget.widget.analytics_ids": "Читать идентификаторы аналитики",
    "widget.widget.analytics_ids.hint": "Передаёт _ga и _ym_uid страницы в вебхуки.",
    "snippet.group": "Где ваш сайт?",
    "snippet.about":
      "Вставьте эту строку перед </body> на каждой странице сайта. Кнопка появится, когда страницу откроют снова.",
    "snippet.line": "Код для сайта",
    "snippet.second":
      "Если скрипты страницы обращаются к виджету до его загрузки, вставьте полный код.",
    "snippet.code": "Полный код",
    "csp.group": "Content Security Policy",
    "csp.about":
      "Если страницы отправляют заголовок Content-Security-Policy, добавьте эти строки. Если есть nonce, добавьте его к обоим скриптам.",
    "csp.nonce": "Nonce",
    "csp.nonce.hint":
      "Сервер создаёт новый для каждого ответа. Введите любой, чтобы увидеть его в коде. Если пусто, источники разрешены по URL.",
    "csp.code": "Код с CSP",
    "csp.policy": "Строки политики",
    "csp.frame": "frame-src: окно чата — это iframe с этого сервера.",
    "csp.connect":
      "connect-src: для страниц, где политика ограничивает соединения скриптов. Само окно чата соединяется из своего iframe.",
    "csp.script": "script-src: скрипт выше. style-src не нужен: встроенных стилей нет.",
    "widget.group.chatpage": "Страница чата",
    "widget.widget.chat_page.enabled": "Страница чата",
    "widget.widget.chat_page.enabled.hint":
      "Чат на отдельной странице: для ссылок, писем, печати и веб-представлений в приложениях.",
    "widget.widget.chat_page.title": "Заголовок",
    "widget.widget.chat_page.title.hint": "Если пусто, показан заголовок или название виджета.",
    "widget.widget.chat_page.opens_with": "В начале",
    "widget.widget.chat_page.opens_with.greeting_and_articles": "Приветствие и статьи",
    "widget.widget.chat_page.opens_with.greeting": "Приветствие",
    "widget.widget.chat_page.index": "Показывать в поисковых системах",
    "chatpage.address": "Адрес страницы чата",
    "chatpage.open": "Открыть страницу чата",
    "chatpage.qr": "QR-код адреса {url}",
    "chatpage.print": "QR-код для печати",
    "chatpage.svg": "Скачать SVG",
    "chatpage.png": "Скачать PNG",
    "chatpage.card": "Карточка A6, PDF",
    "chatpage.docs": "Подписанные ссылки, письма и веб-представления",
    "widget.group.api": "API для скриптов страницы",
    "api.docs": "Все функции, обратные вызовы и правила, с примером страницы",
    "api.test": "Все функции и обратные вызовы можно попробовать на пробной странице.",
    "identity.group": "Проверка личности",
    "identity.about":
      "Ваш сервер подписывает токен (JWT, HS256) для вошедших пользователей, страница передаёт его в setUserToken. История доступна им на любом устройстве, и никто не может выдать себя за них.",
    "identity.off": "Выключено. Токены передаются без проверки.",
    "identity.on": "Включено. Токены должны быть подписаны секретом.",
    "identity.make": "Создать секрет",
    "identity.rotate": "Заменить секрет",
    "identity.end": "Выключить",
    "identity.secret": "Секрет проверки личности",
    "identity.handover": "Попросите секрет у владельца или администратора.",
    "identity.once": "Скопируйте сейчас: больше секрет не будет показан.",
    "identity.close": "Готово",
    "identity.rotate.title": "Заменить секрет?",
    "identity.rotate.text":
      "Токены с текущим секретом сразу перестанут приниматься. Одновременно обновите свой сервер.",
    "identity.end.title": "Выключить проверку личности?",
    "identity.end.text":
      "Токены будут передаваться без проверки. Проверенные посетители станут анонимными, пока вы не создадите новый секрет.",
  },
});
