import type { Department } from "@parlour/protocol/api";
import type { WidgetLanguage, WidgetPreview, WidgetSettings } from "@parlour/protocol/widget-settings";
import { useEffect, useRef, useState } from "react";
import { Segment } from "../../me/Segment.tsx";
import { t } from "./text.ts";

type View = WidgetPreview["view"];
/** A look is drawn when the typing rests. */
const settleMs = 300;
const views = ["label", "chat", "call", "offline"] as const;

interface PreviewProps {
  name: string;
  settings: WidgetSettings;
  departments: readonly Department[];
  /** Of the page that is shown. */
  language: WidgetLanguage;
}

/** The real widget with what is typed: each look in a frame of its own, which comes to the front when it is drawn. */
export function Preview({ name, settings, departments, language }: PreviewProps) {
  const [view, setView] = useState<View>("chat");
  const [scheme, setScheme] = useState<"light" | "dark">("light");
  const ask: WidgetPreview = {
    type: "preview",
    name,
    settings,
    departments: settings.departments.flatMap((id) => departments.filter((one) => one.id === id).map((one) => ({ id, name: one.name }))),
    view: view === "call" && !settings.calls ? "chat" : view,
    dark: scheme === "dark",
    language,
  };
  const wanted = useSettled(JSON.stringify(ask), settleMs);
  const [shown, setShown] = useState<string | null>(null);
  return (
    <section className="card widget-preview" aria-labelledby="s-preview">
      <h2 id="s-preview">{t("widget.preview.title")}</h2>
      <div className="line wrap">
        <Segment
          label={t("widget.preview.view")}
          value={view}
          options={views.map((value) => ({ value, label: t(`widget.preview.${value}`) }))}
          onChange={setView}
        />
        <Segment
          label={t("widget.preview.scheme")}
          value={scheme}
          options={(["light", "dark"] as const).map((value) => ({ value, label: t(`widget.preview.${value}`) }))}
          onChange={setScheme}
        />
      </div>
      <div className="preview-stage">
        {[...new Set([shown ?? wanted, wanted])].map((text) => (
          <Look key={text} ask={text} isSeen={shown === null || text === shown} onShown={() => setShown(text)} />
        ))}
      </div>
      <p className="hint">{view === "call" && !settings.calls ? t("widget.preview.nocalls") : t("widget.preview.about")}</p>
    </section>
  );
}

function Look({ ask, isSeen, onShown }: { ask: string; isSeen: boolean; onShown: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const shown = useRef(onShown);
  useEffect(() => {
    shown.current = onShown;
  });
  useEffect(() => {
    const heard = (event: MessageEvent<{ type?: unknown }>) => {
      if (event.source === null || event.source !== frame.current?.contentWindow || event.origin !== location.origin) return;
      if (event.data.type === "preview-ready") frame.current.contentWindow.postMessage(JSON.parse(ask), location.origin);
      else if (event.data.type === "preview-shown") shown.current();
    };
    window.addEventListener("message", heard);
    return () => window.removeEventListener("message", heard);
  }, [ask]);
  return (
    <iframe
      ref={frame}
      src="/widget-preview"
      title={t("widget.preview.title")}
      sandbox="allow-scripts allow-same-origin allow-forms"
      className={isSeen ? undefined : "behind"}
      inert={!isSeen}
    />
  );
}

/** The value when it has not changed for a while. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
