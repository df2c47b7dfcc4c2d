import { createHash } from "node:crypto";
import type { Rule } from "@parlour/protocol/rules";
import type { FormField, WidgetScriptConfig } from "@parlour/protocol/settings/widget-settings";
import { getTextColour } from "@parlour/protocol/widget/text-colour";
import { toAcceptAttribute } from "../../../core/channel/file-kind.ts";
import { toOriginPattern, withInstallationOrigin } from "../../../core/channel/origins.ts";
import type { Widget } from "../types.ts";

/**
 * Script of one widget. It contains the public settings of the widget and the code that all widgets
 * share (WG-002, WG-090).
 */
export interface WidgetScript {
  readonly body: Buffer;
  readonly etag: string;
}
/** JSON leaves out undefined. */
type PublicSettings = WidgetScriptConfig &
  Readonly<Record<"hours" | "file_kinds" | "origins" | "chat_page", undefined>>;

export interface PublicSettingsOptions {
  readonly publicId: string;
  readonly base: string;
  readonly own: string;
  readonly release: string;
  readonly rules: readonly Rule[];
  readonly fields: readonly FormField[];
}
export function buildScript(
  loader: string,
  widget: Widget,
  options: PublicSettingsOptions,
): WidgetScript {
  // JSON allows these two line terminators in strings, but old JavaScript engines do not.
  const json = JSON.stringify(toPublicSettings(widget, options))
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
  const body = Buffer.from(`(function(PARLOUR){${loader}})(${json});\n`);
  return { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
}

/** Returns the settings that pages of the widget receive. */
export function toPublicSettings(widget: Widget, options: PublicSettingsOptions): PublicSettings {
  const { settings } = widget;
  // Pages do not receive the working hours, only the resulting mode.
  const accept = toAcceptAttribute(settings.file_kinds);
  return {
    ...settings,
    hours: undefined,
    file_kinds: undefined,
    chat_page: undefined,
    accept,
    logo:
      settings.logo === null
        ? null
        : `${options.base}/logo/${options.publicId}?v=${computeLogoTag(settings.logo)}`,
    origins: undefined,
    sites: toOriginPattern(withInstallationOrigin(settings.origins, options.own)),
    id: options.publicId,
    signed: widget.identitySecret !== null,
    name: widget.name,
    on_accent: getTextColour(settings.accent),
    base: options.base,
    frame: `${options.base}/frame/${options.publicId}?r=${options.release}`,
    rules: options.rules,
    voice: settings.voice || undefined,
    hides: options.rules.some(hidesWidget) || undefined,
    fields: options.fields.length === 0 ? undefined : options.fields,
    articles: widget.hasArticles || undefined,
  };
}

/**
 * Returns a tag that changes with the logo, so that browsers may cache the logo for a long time.
 */
export function computeLogoTag(data: string): string {
  return createHash("sha256").update(data).digest("base64url").slice(0, 16);
}

const hidesWidget = (rule: Rule): boolean => rule.do.some(({ type }) => type === "hide");
