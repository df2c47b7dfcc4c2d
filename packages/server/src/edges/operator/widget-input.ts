import type { WidgetSettings, WidgetSettingsPatch } from "@parlour/protocol/widget-settings";
import { widgetFault } from "../../core/visitor/widget-form.ts";
import { refuse } from "../../core/failure.ts";
import type { AccountConfig } from "../../core/ports.ts";

/**
 * The settings of a widget with what is given in place of what stands (WG-090), in the form in which they are kept. Refuses what the schema
 * cannot see, each with its field: `widget.origins.2`.
 */
export function widgetSettings(config: AccountConfig, stands: WidgetSettings, given: WidgetSettingsPatch): WidgetSettings {
  const stranger = given.departments?.find((id) => !config.departments.has(id));
  if (stranger !== undefined) refuse("invalid_request", `${stranger} is no department of this account.`, { field: "widget.departments" });
  const settings = { ...stands, ...given };
  const fault = widgetFault(settings);
  if (fault !== null) refuse("invalid_request", `${fault.fault}.`, { field: `widget.${fault.part}` });
  return { ...settings, origins: settings.origins.map(plainOrigin), accent: settings.accent.toUpperCase() };
}

/** As browsers write origins: small letters, without a slash. */
function plainOrigin(origin: string): string {
  return origin.trim().toLowerCase().replace(/\/$/, "");
}
