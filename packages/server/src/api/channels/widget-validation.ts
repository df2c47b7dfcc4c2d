import { mergeGroups } from "@parlour/protocol/settings/paths";
import { widget } from "@parlour/protocol/settings/kinds/channels/widget";
import type {
  WidgetSettings,
  WidgetSettingsPatch,
} from "@parlour/protocol/settings/widget-settings";
import { mergeDetails } from "../../core/hours/exception-details.ts";
import { validateWidgetSettings } from "../../core/visitor/widget-settings.ts";
import { refuse } from "../../core/failure.ts";
import { assertReferences } from "../../settings/references.ts";

/** Merges a patch into the settings of a widget (WG-090). Throws for what no field declares. */
export async function mergeWidgetSettings(
  context: Parameters<typeof assertReferences>[3],
  stored: WidgetSettings,
  patch: WidgetSettingsPatch,
): Promise<WidgetSettings> {
  await assertReferences(widget.fields, { widget: patch }, { widget: stored }, context);
  const merged = mergeGroups(widget.fields, { widget: patch }, { widget: stored });
  const settings = merged["widget"] as WidgetSettings;
  const storedDetails = stored.hours?.exception_details;
  if (patch.hours && storedDetails !== undefined) {
    const { exception_details, exceptions = {} } = patch.hours;
    const details = { ...mergeDetails(exception_details, storedDetails, exceptions) };
    settings.hours = { ...patch.hours, exception_details: details };
  }
  const fault = validateWidgetSettings(settings);
  if (fault !== null)
    refuse("invalid_request", `${fault.fault}.`, { field: `widget.${fault.part}` });
  return settings;
}
