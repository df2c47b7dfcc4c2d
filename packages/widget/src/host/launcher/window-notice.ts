import type { WidgetLanguage } from "@parlour/protocol/settings/widget-settings";
import type { LoaderContext } from "../../loader/start.ts";

/** Why an opened chat window does not appear, in the languages of the widget (WG-089). */
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
  it: "La chat non si apre: questa pagina o la tua rete la blocca. Continuiamo a provare.",
  nl: "De chat kan hier niet openen: deze pagina of uw netwerk blokkeert hem. We blijven het proberen.",
  pl: "Nie można otworzyć czatu: blokuje go ta strona lub Twoja sieć. Próbujemy dalej.",
  cs: "Chat tu nelze otevřít: blokuje ho tato stránka nebo vaše síť. Zkoušíme to dál.",
  sv: "Chatten kan inte öppnas här: sidan eller ditt nätverk blockerar den. Vi fortsätter att försöka.",
  da: "Chatten kan ikke åbnes her: siden eller dit netværk blokerer den. Vi bliver ved med at prøve.",
  fi: "Chatia ei voi avata tässä: sivu tai verkkosi estää sen. Yritämme edelleen.",
  hu: "A csevegés itt nem nyílik meg: az oldal vagy a hálózata letiltja. Tovább próbálkozunk.",
  ro: "Chatul nu se poate deschide aici: pagina sau rețeaua îl blochează. Încercăm în continuare.",
  el: "Η συνομιλία δεν ανοίγει εδώ: την εμποδίζει η σελίδα ή το δίκτυό σας. Συνεχίζουμε να προσπαθούμε.",
  bg: "Чатът не може да се отвори: тази страница или мрежата ви го блокира. Продължаваме да опитваме.",
  ja: "チャットを開けません。このページまたはネットワークがブロックしています。引き続き接続を試みます。",
  ko: "채팅을 열 수 없습니다. 이 페이지나 네트워크가 차단하고 있습니다. 계속 시도하겠습니다.",
  id: "Obrolan tidak dapat dibuka: halaman ini atau jaringan Anda memblokirnya. Kami terus mencoba.",
  vi: "Không mở được trò chuyện: trang này hoặc mạng của bạn đang chặn. Chúng tôi vẫn tiếp tục thử.",
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
