import type { WidgetScriptConfig, WidgetPreview } from "@parlour/protocol/settings/widget-settings";
import { getTextColour } from "@parlour/protocol/widget/text-colour";

/**
 * The preview page, shown in an iframe next to a widget's settings. It shows the real widget with
 * unsaved settings. `parlourLoader` is the loader, inserted by the server. The page accepts one
 * message. For other settings, the screen loads a second page in the background.
 */
interface Page {
  readonly parlourLoader?: (face: WidgetScriptConfig) => void;
}
type Api = {
  readonly open: (of: { start: string }) => unknown;
  readonly getVisitorNumber: (done: () => void) => void;
};

/** Time that the chat window needs for rendering after its last response, milliseconds. */
const renderDelayMs = 180;

const base = document.body.dataset["base"] ?? "";
let hasSettings = false;
window.addEventListener("message", (event: MessageEvent<WidgetPreview>) => {
  if (
    event.source !== window.parent ||
    event.origin !== location.origin ||
    event.data.type !== "preview" ||
    hasSettings
  )
    return;
  hasSettings = true;
  showPreview(event.data);
});
window.parent.postMessage({ type: "preview-ready" }, location.origin);

function showPreview({
  name,
  settings,
  departments,
  operators,
  view,
  dark,
  language,
}: WidgetPreview): void {
  const [prefix = "widget"] = settings.prefixes;
  renderPage(dark);
  document.documentElement.lang = language;
  // Remove the state that an earlier preview has left in this tab.
  for (const storage of [sessionStorage, localStorage])
    for (const key of Object.keys(storage))
      if (key.startsWith("parlour:preview")) storage.removeItem(key);
  (window as unknown as Page).parlourLoader?.({
    ...settings,
    id: "preview",
    name,
    base,
    frame: `${base}/frame/preview`,
    on_accent: getTextColour(settings.accent),
    rules: [],
    hidden: { urls: [], countries: [], devices: [] },
    scheme: settings.scheme === "page" ? (dark ? "dark" : "light") : settings.scheme,
    preview: {
      mode: view === "offline" ? "offline" : "online",
      departments,
      operators: settings.show_operators ? operators : [],
    },
  });
  const api = (window as unknown as Record<string, Api | undefined>)[`${prefix}_api`];
  const reportShown = (): void =>
    void setTimeout(
      () => window.parent.postMessage({ type: "preview-shown" }, location.origin),
      renderDelayMs,
    );
  api?.getVisitorNumber(() => {
    if (view !== "label") api.open({ start: view === "call" ? "call" : "chat" });
    reportShown();
  });
}

/** Renders a neutral page: lines and boxes without text. */
function renderPage(dark: boolean): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
html { background: ${dark ? "#15181A" : "#FFFFFF"}; color-scheme: ${dark ? "dark" : "light"}; }
body { margin: 0; padding: 24px; display: grid; gap: 14px; align-content: start; overflow: hidden; min-block-size: 100vh; box-sizing: border-box; }
i { display: block; border-radius: 6px; background: ${dark ? "#23282B" : "#EEF0EF"}; block-size: 12px; }
i:nth-child(3n + 1) { inline-size: 46%; block-size: 18px; } i:nth-child(3n + 2) { block-size: 120px; } i:nth-child(3n) { inline-size: 68%; }`);
  document.adoptedStyleSheets = [sheet];
  document.body.replaceChildren(...Array.from({ length: 9 }, () => document.createElement("i")));
  document.body.setAttribute("aria-hidden", "true");
}
