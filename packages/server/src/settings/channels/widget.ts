import type { ConfigFile } from "@parlour/protocol/config";
import { widget } from "@parlour/protocol/settings/kinds/channels/widget";
import { validateWidgetSettings } from "../../core/visitor/widget-settings.ts";
import { createChannelStore } from "../../store/settings/channels/channel-store.ts";
import { createStored } from "../kind/create-resource.ts";
import { sortKeys } from "../sort-keys.ts";

/** Site widgets in the provisioning file (CFG-021, WG-090). All channels share their routes. */
export const widgetResource = createStored(widget, {
  store: createChannelStore("widget"),
  subject: ({ name }) => `widget ${name}`,
  custom: { "widget.texts": { toCompared: sortKeys }, "widget.hours": { toCompared: sortKeys } },
  fillEntry(entry, config, report) {
    if ("operators" in entry) return entry;
    const operators = listAnswering(config);
    if (operators.length === 0)
      report(
        ["operators"],
        "is missing, and the file has no operators who can answer chats",
        "WG-090",
      );
    return { ...entry, operators };
  },
  checkEntry({ widget }, report) {
    const error = validateWidgetSettings({ ...widget, departments: [] });
    if (error !== null) report(error.part.split(".").map(toStep), error.fault, "WG-090");
  },
});

const listAnswering = ({ operators = [] }: ConfigFile): readonly string[] =>
  operators
    .filter(({ role }) => role !== "developer" && role !== "viewer")
    .map(({ email }) => email);
const toStep = (step: string): string | number => (/^\d+$/.test(step) ? Number(step) : step);
