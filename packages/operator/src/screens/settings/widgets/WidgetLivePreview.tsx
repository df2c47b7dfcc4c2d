import type { Operator } from "@parlour/protocol";
import type { Department } from "@parlour/protocol/api";
import type {
  WidgetLanguage,
  WidgetPreview,
  WidgetSettings,
} from "@parlour/protocol/settings/widget-settings";
import { useEffect, useRef, useState } from "react";
import { useDebounced } from "../../../ui/loading/delay.ts";
import { Tag } from "../../../ui/badges.tsx";
import { SegmentedControl } from "../../../ui/choice/SegmentedControl.tsx";
import type { FormValues } from "../kit/kind/form-values.ts";
import { toValidBody } from "../kit/kind/use-kind-form.ts";
import { widgetScreen } from "./screen.tsx";
import { t } from "./text.ts";
import { useLatest } from "../../../ui/keyboard/use-latest.ts";

type View = WidgetPreview["view"];
/** Delay in ms between the last key press and the next preview. */
const debounceMs = 300;
const views = ["label", "chat", "call", "offline"] as const;

interface PreviewProps {
  /** The values of the form. */
  values: FormValues;
  departments: readonly Department[];
  operators: readonly Operator[];
  language: WidgetLanguage;
}

/**
 * Previews the real widget with unsaved settings. Each version loads in an iframe of its own. An
 * iframe becomes visible when its widget has rendered.
 */
export function WidgetLivePreview(props: PreviewProps) {
  const [view, setView] = useState<View>("chat");
  const [scheme, setScheme] = useState<"light" | "dark">("light");
  const settings = toPreviewSettings(props.values);
  const { calls } = settings;
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
          options={(["light", "dark"] as const).map((value) => ({
            value,
            label: t(`widget.preview.${value}`),
          }))}
          onChange={setScheme}
        />
      </div>
      <PreviewStage
        message={toPreviewMessage(
          props,
          settings,
          view === "call" && !calls ? "chat" : view,
          scheme === "dark",
        )}
      />
      {(view === "chat" || view === "offline") && (
        <p className="hint line">
          <Tag>{t("widget.preview.sample")}</Tag>
          {t(`widget.preview.sample.${view}`)}
        </p>
      )}
      <p className="hint">
        {view === "call" && !calls ? t("widget.preview.nocalls") : t("widget.preview.about")}
      </p>
    </section>
  );
}

/** Returns the settings of the form. A wrong value has its default. */
export const toPreviewSettings = (values: FormValues): WidgetSettings =>
  (toValidBody(widgetScreen, values) as { readonly widget: WidgetSettings }).widget;

function toPreviewMessage(
  { values, departments, operators, language }: PreviewProps,
  settings: WidgetSettings,
  view: View,
  dark: boolean,
): WidgetPreview {
  const listedDepartments = settings.departments.flatMap((id) =>
    departments.filter((item) => item.id === id),
  );
  return {
    type: "preview",
    name: values["name"] as string,
    settings,
    operators: operators.map((operator) => ({
      name: operator.name.trim().split(/\s+/, 1)[0] ?? "",
      photo: operator.photo ?? "",
    })),
    departments: listedDepartments.map((item) => ({ id: item.id, name: item.name })),
    view,
    dark,
    language,
  };
}

/** Keeps the current preview visible until the next one has rendered. */
function PreviewStage({ message }: { message: WidgetPreview }) {
  const latest = useDebounced(JSON.stringify(message), debounceMs);
  const [shown, setShown] = useState<string | null>(null);
  return (
    <div className="preview-stage">
      {[...new Set([shown ?? latest, latest])].map((text) => (
        <PreviewFrame
          key={text}
          message={text}
          isVisible={shown === null || text === shown}
          onShown={() => setShown(text)}
        />
      ))}
    </div>
  );
}

interface PreviewFrameProps {
  message: string;
  isVisible: boolean;
  onShown: () => void;
}

function PreviewFrame({ message, isVisible, onShown }: PreviewFrameProps) {
  const iframeRef = useRef<HTMLIFrameElement>(null);
  const latestOnShown = useLatest(onShown);
  useEffect(() => {
    const onMessage = (event: MessageEvent<{ type?: unknown }>) => {
      if (
        event.source === null ||
        event.source !== iframeRef.current?.contentWindow ||
        event.origin !== location.origin
      )
        return;
      if (event.data.type === "preview-ready")
        iframeRef.current.contentWindow.postMessage(JSON.parse(message), location.origin);
      else if (event.data.type === "preview-shown") latestOnShown.current();
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, [message, latestOnShown]);
  return (
    <iframe
      ref={iframeRef}
      src="/widget-preview"
      title={t("widget.preview.title")}
      className={isVisible ? undefined : "behind"}
      inert={!isVisible}
    />
  );
}
