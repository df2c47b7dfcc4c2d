import type { Operator } from "@parlour/protocol";
import type { Department } from "@parlour/protocol/api";
import type { WidgetLanguage, WidgetPreview, WidgetSettings } from "@parlour/protocol/widget-settings";
import { useEffect, useRef, useState } from "react";
import { SegmentedControl } from "../../me/SegmentedControl.tsx";
import { t } from "./text.ts";

type View = WidgetPreview["view"];
/** Delay in ms between the last key and the next preview. */
const settleMs = 300;
const views = ["label", "chat", "call", "offline"] as const;

interface PreviewProps {
  name: string;
  settings: WidgetSettings;
  departments: readonly Department[];
  /** Operators who answer in the widget. */
  operators: readonly Pick<Operator, "name" | "photo">[];
  /** Language of the previewed page. */
  language: WidgetLanguage;
}

/**
 * Previews the real widget with the unsaved settings. Each version loads in its own iframe, which
 * is shown once it has rendered.
 */
export function Preview(props: PreviewProps) {
  const [view, setView] = useState<View>("chat");
  const [scheme, setScheme] = useState<"light" | "dark">("light");
  const { calls } = props.settings;
  return (
    <section className="card widget-preview" aria-labelledby="s-preview">
      <h2 id="s-preview">{t("widget.preview.title")}</h2>
      <div className="line wrap">
        <SegmentedControl
          label={t("widget.preview.view")}
          value={view}
          options={views.map((value) => ({ value, label: t(`widget.preview.${value}`) }))}
          onChange={setView}
        />
        <SegmentedControl
          label={t("widget.preview.scheme")}
          value={scheme}
          options={(["light", "dark"] as const).map((value) => ({ value, label: t(`widget.preview.${value}`) }))}
          onChange={setScheme}
        />
      </div>
      <Stage ask={askOf(props, view === "call" && !calls ? "chat" : view, scheme === "dark")} />
      <p className="hint">{view === "call" && !calls ? t("widget.preview.nocalls") : t("widget.preview.about")}</p>
    </section>
  );
}

/** Returns the preview message for the widget in the iframe. */
function askOf({ name, settings, departments, operators: all, language }: PreviewProps, view: View, dark: boolean): WidgetPreview {
  const offered = settings.departments.flatMap((id) => departments.filter((one) => one.id === id));
  const operators = all.map((one) => ({ name: one.name.trim().split(/\s+/, 1)[0] ?? "", photo: one.photo ?? "" }));
  return {
    type: "preview",
    name,
    settings,
    operators,
    departments: offered.map((one) => ({ id: one.id, name: one.name })),
    view,
    dark,
    language,
  };
}

/** Shows the current preview until the next one has rendered. */
function Stage({ ask }: { ask: WidgetPreview }) {
  const wanted = useSettled(JSON.stringify(ask), settleMs);
  const [shown, setShown] = useState<string | null>(null);
  return (
    <div className="preview-stage">
      {[...new Set([shown ?? wanted, wanted])].map((text) => (
        <Look key={text} ask={text} isSeen={shown === null || text === shown} onShown={() => setShown(text)} />
      ))}
    </div>
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
    <iframe ref={frame} src="/widget-preview" title={t("widget.preview.title")} className={isSeen ? undefined : "behind"} inert={!isSeen} />
  );
}

/** Returns the value once it has not changed for `ms`. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
