import type { WidgetLanguage } from "@parlour/protocol/settings/widget-settings";
import type { LoaderContext } from "../../loader/start.ts";

/** Why an opened chat window does not appear, in the ten languages (WG-089). */
const texts: Readonly<Record<WidgetLanguage, string>> = {
  en: "The chat can't open here: this page or your network blocks it. We'll keep trying.",
  ru: "Чат не открывается: его блокирует эта страница или ваша сеть. Мы продолжаем попытки.",
  es: "El chat no se puede abrir: esta página o su red lo bloquea. Seguiremos intentándolo.",
  ar: "لا يمكن فتح الدردشة: هذه الصفحة أو شبكتك تحظرها. سنواصل المحاولة.",
  de: "Der Chat lässt sich nicht öffnen: Diese Seite oder Ihr Netz blockiert ihn. Wir versuchen es weiter.",
  fr: "Le chat ne peut pas s'ouvrir : cette page ou votre réseau le bloque. Nous réessayons.",
  pt: "O chat não abre: esta página ou a sua rede está a bloqueá-lo. Vamos continuar a tentar.",
  tr: "Sohbet açılamıyor: bu sayfa veya ağınız engelliyor. Denemeye devam ediyoruz.",
  uk: "Чат не відкривається: його блокує ця сторінка або ваша мережа. Ми продовжуємо спроби.",
  zh: "聊天无法打开：被此页面或您的网络阻止。我们会继续尝试。",
};
const css = `.e{display:none;box-sizing:border-box;max-width:min(320px,100vw - 48px);margin-bottom:12px;padding:12px 16px;border-radius:14px;background:#1c2125;color:#fff;font-weight:550;box-shadow:0 12px 32px rgb(0 0 0/.16)}
.o:not(.d)>.e:not([hidden]){display:block!important}
.o:not(.d)>.e:not([hidden])~iframe{display:none}
@media (forced-colors:active){.e{border:1px solid CanvasText}}`;

/**
 * Adds a notice above the button, which says why an opened window does not appear (WG-233). Returns
 * the function that shows or hides it.
 */
export function createWindowNotice({
  button: { container, button, root, language },
}: LoaderContext): (isShown: boolean) => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets.push(sheet);
  const notice = document.createElement("p");
  notice.className = "e";
  notice.setAttribute("role", "status");
  container.insertBefore(notice, button);
  return (isShown) => {
    notice.hidden = !isShown;
    notice.textContent = isShown ? texts[language as WidgetLanguage] : "";
  };
}
