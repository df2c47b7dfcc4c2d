import { defineTexts } from "../../text/index.ts";

/** Interface texts of the kinds of sites on the tab Install. */
export const installText = defineTexts({
  en: {
    "install.seen": "Seen on {site}, {ago}",
    "install.elsewhere": "Seen on {site}, which is not an allowed site",
    "install.add": "Add it",
    "install.html": "Plain HTML",
    "install.html.about": "any site where you can change the page",
    "install.plugin": "plug-in",
    "install.template": "template",
    "install.package": "Add the packages of the release",
    "install.identity":
      "Optional: pass who is signed in. Your server signs the token, with the secret of Install → Identity verification.",
    "install.docs": "More about {name}",
    "install.wordpress": "plug-in, with WooCommerce orders as fields",
    "install.wordpress.1":
      "In WordPress, open Plugins → Add New → Upload Plugin, and install parlour-chat.zip of the release.",
    "install.wordpress.2": "Open Settings → Parlour Chat, paste this code and save.",
    "install.wordpress.3":
      "Optional: paste the identity secret there. Operators then see who is signed in as verified.",
    "install.gtm": "template, waits for consent",
    "install.gtm.1":
      "Open Templates → Tag Templates → New → ⋮ → Import, and choose parlour-tag-manager.tpl of the release.",
    "install.gtm.2": "Create a tag of the type Parlour Chat, and paste this line.",
    "install.gtm.3": "Choose the trigger All Pages, save and publish the container.",
    "install.shopify": "Custom Liquid section of your theme",
    "install.shopify.1":
      "Open Online Store → Themes → Customize, and add a Custom Liquid section to the footer.",
    "install.shopify.2": "Paste this code into the section.",
    "install.shopify.3": "Optional: below it, pass who is signed in to your shop. Then save.",
    "install.nextjs": "one component, stays while pages change",
    "install.nextjs.2": "Put the component into the root layout, app/layout.tsx.",
    "install.package.tag": "package",
    "install.native": "package with file picker, links, safe areas",
    "install.native.2":
      "Use the component as a screen. Your server signs the token, with the secret of Install → Identity verification.",
    "install.more": "More",
  },
  ru: {
    "install.seen": "Виджет загружен на {site}, {ago}",
    "install.elsewhere": "Виджет загружен на {site}, но этого сайта нет среди разрешённых",
    "install.add": "Добавить",
    "install.html": "Обычный HTML",
    "install.html.about": "любой сайт, где можно изменить страницу",
    "install.plugin": "плагин",
    "install.template": "шаблон",
    "install.package": "Добавьте пакеты из выпуска",
    "install.identity":
      "По желанию: передайте, кто вошёл. Токен подписывает ваш сервер секретом из раздела «Установка → Проверка личности».",
    "install.docs": "Подробнее: {name}",
    "install.wordpress": "плагин, заказы WooCommerce становятся полями",
    "install.wordpress.1":
      "В WordPress откройте «Плагины → Добавить новый → Загрузить плагин» и установите parlour-chat.zip из выпуска.",
    "install.wordpress.2": "Откройте «Настройки → Parlour Chat», вставьте этот код и сохраните.",
    "install.wordpress.3":
      "По желанию: вставьте туда секрет проверки личности. Тогда операторы видят, что личность вошедшего проверена.",
    "install.gtm": "шаблон, ждёт согласия",
    "install.gtm.1":
      "Откройте «Шаблоны → Шаблоны тегов → Создать → ⋮ → Импортировать» и выберите parlour-tag-manager.tpl из выпуска.",
    "install.gtm.2": "Создайте тег типа Parlour Chat и вставьте эту строку.",
    "install.gtm.3": "Выберите триггер «Все страницы», сохраните тег и опубликуйте контейнер.",
    "install.shopify": "раздел Custom Liquid в теме",
    "install.shopify.1":
      "Откройте «Интернет-магазин → Темы → Настроить» и добавьте в подвал раздел Custom Liquid.",
    "install.shopify.2": "Вставьте этот код в раздел.",
    "install.shopify.3": "По желанию: под ним передайте, кто вошёл в магазин. Затем сохраните.",
    "install.nextjs": "один компонент, остаётся при смене страниц",
    "install.nextjs.2": "Вставьте компонент в корневой макет, app/layout.tsx.",
    "install.package.tag": "пакет",
    "install.native": "пакет: выбор файлов, ссылки, безопасные области",
    "install.native.2":
      "Используйте компонент как экран. Токен подписывает ваш сервер секретом из раздела «Установка → Проверка личности».",
    "install.more": "Другие",
  },
});
