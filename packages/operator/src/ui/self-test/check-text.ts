import { defineTexts } from "../../text/index.ts";

/** Texts of the alert self-test: each alert, and what to do if it fails (product.md 4). */
export const t = defineTexts({
  en: {
    "check.title": "Test your alerts",
    "check.short": "Test your alerts",
    "check.optional": "optional",
    "check.count": "{n} of {all} checked",
    "check.test": "Test",
    "check.again": "Test again",
    "check.yes": "Yes",
    "check.no": "No",
    "check.worked": "working",
    "check.failed": "not working",
    "check.broke": "used to work, now failing",
    "check.sending": "sending…",
    "check.sound": "Sound",
    "check.sound.ask": "did it play?",
    "check.sound.fix":
      "Check the volume and the selected speaker, and that this tab is not muted (right-click it).",
    "check.sound.fix.ios":
      "Check the volume and the silent switch on the side. It mutes web pages too.",
    "check.sound.blocked": "This browser blocks sound on this page.",
    "check.sound.blocked.firefox":
      "Firefox blocks sound on this page. Click the icon to the left of the address and allow audio under Autoplay.",
    "check.sound.blocked.safari":
      "Safari blocks sound on this page. Allow it under Safari → Settings → Websites → Auto-Play.",
    "check.notification": "Desktop notification",
    "check.notification.ask": "did it appear?",
    "check.notification.body": "New chats will look like this.",
    "check.notification.none": "This browser does not support notifications.",
    "check.notification.none.ios":
      "Notifications work only in the installed app. Tap Share → Add to Home Screen, then open Parlour from there.",
    "check.notification.none.plain":
      "Notifications need https. Ask your administrator to set up a certificate.",
    "check.notification.denied":
      "Notifications are blocked. Allow them for this page in the browser settings, then test again.",
    "check.notification.denied.chrome":
      "Click the icon to the left of the address → Notifications → Allow, then test again.",
    "check.notification.denied.edge":
      "Click the lock to the left of the address → Permissions for this site → Notifications → Allow, then test again.",
    "check.notification.denied.firefox":
      "Click the icon to the left of the address, clear “Blocked” next to notifications, then test again.",
    "check.notification.denied.safari":
      "Allow this page under Safari → Settings → Websites → Notifications, then test again.",
    "check.notification.denied.ios":
      "Allow them under Settings → Notifications → Parlour, then test again.",
    "check.notification.fix":
      "The browser sent it. Allow notifications for this browser in your system settings, and turn off Do Not Disturb.",
    "check.push": "Push",
    "check.push.where": "even if Parlour is closed",
    "check.push.ask": "did another one appear?",
    "check.push.none": "This browser does not support push. Keep a Parlour tab open.",
    "check.push.none.ios":
      "Push works only in the installed app. Tap Share → Add to Home Screen, then open Parlour from there.",
    "check.push.none.plain": "Push needs https. Ask your administrator to set up a certificate.",
    "check.push.refused":
      "This browser did not allow push. Allow notifications and do not use a private window.",
    "check.push.refused.chrome":
      "Chrome did not allow push. Allow notifications for this page and do not use an Incognito window.",
    "check.push.unsent":
      "The server could not reach your browser’s push service ({why}). Ask your administrator to allow outgoing connections.",
    "check.push.fix":
      "The push was sent. Let this browser run in the background, and turn off Do Not Disturb.",
    "check.push.fix.edge":
      "The push was sent. Let Edge run in the background (Edge → Settings → System), and turn off Do Not Disturb.",
    "check.push.fix.ios":
      "The push was sent. Allow notifications under Settings → Notifications → Parlour, and turn off Focus.",
    "check.badge": "Badge",
    "check.badge.where": "on the tab and app icon",
    "check.badge.ask": "does the tab title show “(3)”?",
    "check.badge.fix":
      "Titles are cut off when many tabs are open. Pin the tab or install Parlour as an app.",
    "check.badge.fix.ios":
      "iPhones show badges only for installed apps: Share → Add to Home Screen.",
    "check.connection": "Connection",
    "check.connection.live": "connected, {ms} ms",
    "check.connection.bad": "no response from the server",
    "check.connection.wait": "connecting…",
    "check.connection.fix":
      "Check your network, proxy and VPN, and that the Parlour server can be reached.",
  },
  ru: {
    "check.title": "Проверьте оповещения",
    "check.short": "Проверьте оповещения",
    "check.optional": "необязательно",
    "check.count": "проверено {n} из {all}",
    "check.test": "Проверить",
    "check.again": "Ещё раз",
    "check.yes": "Да",
    "check.no": "Нет",
    "check.worked": "работает",
    "check.failed": "не работает",
    "check.broke": "работало, а теперь нет",
    "check.sending": "отправляем…",
    "check.sound": "Звук",
    "check.sound.ask": "звук был?",
    "check.sound.fix":
      "Проверьте громкость, не выключен ли звук вкладки (правая кнопка мыши) и те ли выбраны динамики.",
    "check.sound.fix.ios":
      "Проверьте громкость и переключатель беззвучного режима сбоку. Он отключает и звук веб-страниц.",
    "check.sound.blocked": "Этот браузер блокирует звук на этой странице.",
    "check.sound.blocked.firefox":
      "Firefox блокирует звук на этой странице. Нажмите значок слева от адреса и разрешите звук в автовоспроизведении.",
    "check.sound.blocked.safari":
      "Safari блокирует звук на этой странице. Разрешите его: Safari → Настройки → Веб-сайты → Автовоспроизведение.",
    "check.notification": "Уведомление на экране",
    "check.notification.ask": "появилось?",
    "check.notification.body": "Так будут выглядеть новые чаты.",
    "check.notification.none": "Этот браузер не поддерживает уведомления.",
    "check.notification.none.ios":
      "Уведомления работают только в установленном приложении. Нажмите «Поделиться» → «На экран „Домой“» и откройте Parlour оттуда.",
    "check.notification.none.plain":
      "Уведомлениям нужен https. Попросите администратора установить сертификат.",
    "check.notification.denied":
      "Уведомления заблокированы. Разрешите их для этой страницы в настройках браузера и проверьте снова.",
    "check.notification.denied.chrome":
      "Нажмите значок слева от адреса → Уведомления → Разрешить и проверьте снова.",
    "check.notification.denied.edge":
      "Нажмите замок слева от адреса → Разрешения для сайта → Уведомления → Разрешить и проверьте снова.",
    "check.notification.denied.firefox":
      "Нажмите значок слева от адреса, уберите «Заблокировано» у уведомлений и проверьте снова.",
    "check.notification.denied.safari":
      "Разрешите эту страницу: Safari → Настройки → Веб-сайты → Уведомления. Потом проверьте снова.",
    "check.notification.denied.ios":
      "Разрешите их: Настройки → Уведомления → Parlour. Потом проверьте снова.",
    "check.notification.fix":
      "Браузер отправил уведомление. Разрешите уведомления этого браузера в настройках системы и выключите режим «Не беспокоить».",
    "check.push": "Пуш",
    "check.push.where": "даже если Parlour закрыт",
    "check.push.ask": "появилось ещё одно?",
    "check.push.none": "Этот браузер не поддерживает пуши. Держите вкладку Parlour открытой.",
    "check.push.none.ios":
      "Пуши работают только в установленном приложении. Нажмите «Поделиться» → «На экран „Домой“» и откройте Parlour оттуда.",
    "check.push.none.plain": "Пушам нужен https. Попросите администратора установить сертификат.",
    "check.push.refused":
      "Браузер не разрешил пуши. Разрешите уведомления и не используйте приватное окно.",
    "check.push.refused.chrome":
      "Chrome не разрешил пуши. Разрешите уведомления для этой страницы и не используйте режим инкогнито.",
    "check.push.unsent":
      "Сервер не смог связаться со службой пушей вашего браузера ({why}). Попросите администратора разрешить исходящие соединения.",
    "check.push.fix":
      "Пуш отправлен. Разрешите браузеру работать в фоне и выключите режим «Не беспокоить».",
    "check.push.fix.edge":
      "Пуш отправлен. Разрешите Edge работать в фоне (Edge → Настройки → Система) и выключите режим «Не беспокоить».",
    "check.push.fix.ios":
      "Пуш отправлен. Разрешите уведомления: Настройки → Уведомления → Parlour. Выключите фокусирование.",
    "check.badge": "Значок",
    "check.badge.where": "на вкладке и значке приложения",
    "check.badge.ask": "в заголовке вкладки есть «(3)»?",
    "check.badge.fix":
      "Когда вкладок много, заголовки обрезаются. Закрепите вкладку или установите Parlour как приложение.",
    "check.badge.fix.ios":
      "iPhone показывает значки только у установленных приложений: «Поделиться» → «На экран „Домой“».",
    "check.connection": "Соединение",
    "check.connection.live": "есть, {ms} мс",
    "check.connection.bad": "сервер не отвечает",
    "check.connection.wait": "подключаемся…",
    "check.connection.fix": "Проверьте сеть, прокси и VPN и доступен ли сервер Parlour.",
  },
});
