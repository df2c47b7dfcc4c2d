import type { AccountField } from "../../../core/entity.ts";
import { defaultCalls } from "../../../core/call/defaults.ts";
import type { CallsConfig, RoutingConfig } from "../../../core/command.ts";
import { model } from "@parlour/protocol/settings/kinds/account/model";
import { omitFields } from "@parlour/protocol/omit-fields";
import { listDefaults, mergeGroups } from "@parlour/protocol/settings/paths";
import type { Values } from "@parlour/protocol/settings/values";
import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import { routingDefaults } from "../../../core/routing/defaults.ts";

/** Stored `account.settings`. Absent settings have their defaults. */
export interface AccountSettings {
  /** Settings in the file. null if a release applied it that did not record them. */
  readonly managedFields: readonly AccountField[] | null;
  /** Opening hours (CORE-090). null means always open. */
  readonly hours: OpeningHours | null;
  /** True if the provisioning file manages the hours (CFG-025). */
  readonly hoursManaged: boolean;
  /** Safe links (WG-045): off, on, or on for these hosts. */
  readonly safeUrl: boolean | readonly string[];
  readonly trustWebhookLinks: boolean;
  readonly routing: RoutingConfig;
  /** True if the routing settings were saved before, even if all have their defaults. */
  readonly isRoutingSaved: boolean;
  /** True if the provisioning file manages the routing settings. */
  readonly routingManaged: boolean;
  readonly calls: CallsConfig;
  readonly callsManaged: boolean;
  /** True if the call settings were saved before, even if all have their defaults. */
  readonly areCallsSaved: boolean;
  /** Telephony server of the last applied file, with a fingerprint of its secret; null: none. */
  readonly appliedCalls: AppliedCalls | null;
  /** The language model, without its servers. Their ids are null without them (MODEL-001). */
  readonly model: ModelConfig;
  readonly modelManaged: boolean;
  /** True if the settings of the model were saved before, even if all have their defaults. */
  readonly isModelSaved: boolean;
  /** True if the provisioning file sets whether a second factor is required (CORE-203). */
  readonly securityManaged: boolean;
}

type ModelConfig = Omit<
  Readonly<Values<(typeof model)["fields"]>>,
  "base_url" | "translate_url"
> & {
  readonly endpointId: number | null;
  readonly translatorId: number | null;
};
const defaultModel = {
  ...omitFields(
    listDefaults(model.fields),
    "base_url",
    "api_key",
    "translate_url",
    "translate_api_key",
  ),
  endpointId: null,
  translatorId: null,
} as unknown as ModelConfig;

interface AppliedCalls {
  readonly url?: string;
  readonly secret?: string;
}

/** Parses the column `account.settings`, whose content was validated when it was written. */
export function parseAccountSettings(settings: unknown): AccountSettings {
  const stored = (settings ?? {}) as {
    managed_fields?: AccountField[];
    working_hours?: OpeningHours;
    working_hours_managed?: boolean;
    safe_url?: boolean | string[];
    trust_webhook_links?: boolean;
    /** Contains only the values that differ from the defaults. */
    routing?: Partial<RoutingConfig>;
    routing_managed?: boolean;
    calls?: Partial<CallsConfig>;
    calls_managed?: boolean;
    calls_file?: AppliedCalls;
    security_managed?: boolean;
    /** Without values that are null. */
    model?: Partial<ModelConfig>;
    model_managed?: boolean;
  };
  return {
    managedFields: stored.managed_fields ?? null,
    hours: stored.working_hours ?? null,
    hoursManaged: stored.working_hours_managed ?? false,
    safeUrl: stored.safe_url ?? false,
    trustWebhookLinks: stored.trust_webhook_links ?? false,
    routing: { ...routingDefaults, ...stored.routing },
    isRoutingSaved: stored.routing !== undefined,
    routingManaged: stored.routing_managed ?? false,
    calls: { ...defaultCalls, ...stored.calls },
    callsManaged: stored.calls_managed ?? false,
    areCallsSaved: stored.calls !== undefined,
    appliedCalls: stored.calls_file ?? null,
    model: {
      ...defaultModel,
      ...stored.model,
      ...mergeGroups(model.fields, stored.model ?? {}, defaultModel),
    },
    modelManaged: stored.model_managed ?? false,
    isModelSaved: stored.model !== undefined,
    securityManaged: stored.security_managed ?? false,
  };
}
