import type { ConfigFile } from "@parlour/protocol/config";
import {
  defaultWidgetSettings,
  type WidgetSettings,
} from "@parlour/protocol/entity/widget/widget-settings";
import { validateWidgetSettings } from "../../core/visitor/widget-settings.ts";
import type { PathStep } from "../document.ts";
import type { FileHelpers } from "../../settings/resource.ts";

/** A widget of a file (CFG-021). */
export interface DesiredWidget {
  /** Index in `channels` of the file. */
  readonly n: number;
  readonly name: string;
  /** Null means that the id is generated. The widget is then matched by name. */
  readonly publicId: string | null;
  readonly enabled: boolean;
  /** Emails. */
  readonly operators: readonly string[];
  /** Settings without the departments, which the file contains by name. */
  readonly settings: Omit<WidgetSettings, "departments">;
  readonly departments: readonly string[];
  /** Null means that the file does not change the secret. */
  readonly identitySecret: string | null;
}

/**
 * Parses the widgets of a file. Fills in defaults and validates the settings in the same way as the
 * API. Without `operators`, all operators of the file who can answer chats receive the chats.
 */
export function parseWidgets(
  config: ConfigFile,
  { reportError, secret }: FileHelpers,
): readonly DesiredWidget[] {
  const answeringOperators = (config.operators ?? [])
    .filter((operator) => operator.role !== "developer" && operator.role !== "viewer")
    .map((operator) => operator.email);
  return (config.channels ?? []).flatMap((channel, n): DesiredWidget[] => {
    if (channel.kind !== "widget") return [];
    const at: readonly PathStep[] = ["channels", n];
    const {
      kind: _kind,
      name,
      public_id: publicId,
      enabled,
      operators = answeringOperators,
      departments = [],
      identity_secret: clear,
      identity_secret_env: env,
      ...fileSettings
    } = channel;
    const { departments: _none, ...defaults } = defaultWidgetSettings;
    const settings = { ...defaults, ...fileSettings };
    const validationError = validateWidgetSettings({ ...settings, departments: [] });
    if (validationError !== null)
      reportError(
        [
          ...at,
          ...validationError.part
            .split(".")
            .map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
        ],
        validationError.fault,
        "WG-090",
      );
    if (channel.operators === undefined && answeringOperators.length === 0)
      reportError(
        [...at, "operators"],
        "is missing, and the file has no operators who can answer chats",
        "WG-090",
      );
    const identitySecret = secret(at, "identity_secret", clear, env);
    if (identitySecret !== null && identitySecret.length < 32)
      reportError([...at, "identity_secret_env"], "must have at least 32 characters", "WG-047");
    return [
      {
        n,
        name,
        publicId: publicId ?? null,
        enabled: enabled ?? true,
        operators,
        settings,
        departments,
        identitySecret,
      },
    ];
  });
}
