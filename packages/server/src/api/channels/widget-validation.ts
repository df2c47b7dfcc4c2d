import type {
  WidgetSettings,
  WidgetSettingsPatch,
} from "@parlour/protocol/entity/widget/widget-settings";
import { mergeDetails } from "../../core/hours/exception-details.ts";
import { validateWidgetSettings } from "../../core/visitor/widget-settings.ts";
import { refuse } from "../../core/failure.ts";
import type { AccountConfig } from "../../core/command.ts";

/**
 * Merges a patch into the stored settings of a widget (WG-090). Throws for errors that the schema
 * cannot detect and names the field, for example `widget.origins.2`.
 */
export function mergeWidgetSettings(
  config: AccountConfig,
  stored: WidgetSettings,
  patch: WidgetSettingsPatch,
): WidgetSettings {
  const unknownId = patch.departments?.find((id) => !config.departments.has(id));
  if (unknownId !== undefined)
    refuse("invalid_request", `${unknownId} is not a department of this account.`, {
      field: "widget.departments",
    });
  const settings = { ...stored, ...patch };
  const storedDetails = stored.hours?.exception_details;
  if (patch.hours && storedDetails !== undefined) {
    const { exception_details: sent, exceptions = {} } = patch.hours;
    const details = { ...mergeDetails(sent, storedDetails, exceptions) };
    settings.hours = { ...patch.hours, exception_details: details };
  }
  const fault = validateWidgetSettings(settings);
  if (fault !== null)
    refuse("invalid_request", `${fault.fault}.`, { field: `widget.${fault.part}` });
  return {
    ...settings,
    origins: settings.origins.map(normalizeOrigin),
    accent: settings.accent.toUpperCase(),
  };
}

/** Returns the origin in the form that browsers send: lower case, without a trailing slash. */
function normalizeOrigin(origin: string): string {
  return origin.trim().toLowerCase().replace(/\/$/, "");
}
