import { ModelSettings, ModelSettingsPatch } from "@parlour/protocol/api";
import { omitFields } from "@parlour/protocol/omit-fields";
import { validatePattern } from "@parlour/protocol/rules/pattern";
import { model, type MaskPattern } from "@parlour/protocol/settings/kinds/account/model";
import { mergeGroups } from "@parlour/protocol/settings/paths";
import { refuse } from "../../core/failure.ts";
import type { Reader } from "../../store/database/reader.ts";
import type { AccountSettings } from "../../store/settings/account/account-settings.ts";
import { findAccountSettings } from "../../store/settings/account/account.ts";
import {
  findModelServer,
  saveModelServer,
  setModelKey,
  type ModelServerRecord,
} from "../../store/settings/integrations/model.ts";
import { createSingle } from "../kind/create-single.ts";
import type { SaveContext } from "../single-resource.ts";

/** Settings of an account with the server of its model, which is null without one. */
export interface ModelState extends AccountSettings {
  readonly server: ModelServerRecord | null;
}

/** The language model of an account (MODEL-001). */
export const modelResource = createSingle(model, {
  action: "model.change",
  rights: { read: "account.manage", manage: "account.manage" },
  summaries: { one: "Get the model settings", change: "Update the model settings" },
  schemas: { entity: ModelSettings, patch: ModelSettingsPatch },
  find: findModel,
  isManaged: ({ modelManaged }: ModelState) => modelManaged,
  isExported: ({ isModelSaved }) => isModelSaved,
  toValues: ({ server, ...settings }) => ({
    base_url: server?.url ?? null,
    ...omitFields(settings.model, "endpointId"),
  }),
  toCredentials({ server }) {
    const sealed = server?.sealedKey ?? null;
    return { api_key: sealed && ((unseal) => unseal(sealed)) };
  },
  describe: ({ server }) => ({
    has_api_key: server !== null && server.sealedKey !== null,
    api_key_hint: server?.keyHint ?? null,
  }),
  complete(given, before) {
    const merged = { ...given, ...mergeGroups(model.fields, given, before.model) };
    const fault = findPatternFault(merged.mask?.patterns ?? []);
    if (fault !== null)
      refuse("invalid_request", `mask.patterns.${fault.at} ${fault.message}.`, {
        field: `mask.patterns.${fault.at}`,
      });
    return merged;
  },
  readEntry(values, { reportError }) {
    const fault = findPatternFault(values.mask.patterns);
    if (fault !== null)
      reportError(["model", "mask", "patterns", fault.at], fault.message, "MODEL-011");
    return values;
  },
  async toSettings(values, context, before, entry) {
    if (values === null) return { model: null };
    // A request contains the key only if it changes. A file without a key removes it.
    const { base_url, api_key, ...stored } = values as typeof values & { api_key?: string | null };
    const key = entry === null ? api_key : (entry.secrets["api_key"] ?? null);
    const endpointId = await saveServer(context, base_url, key, before.server);
    return { model: { ...stored, endpointId } };
  },
});

export async function findModel(reader: Reader, account: number): Promise<ModelState> {
  const settings = await findAccountSettings(reader, account);
  const server = settings.model.endpointId === null ? null : await findModelServer(reader, account);
  return { ...settings, server };
}

/** A stored key is never sent to another server than the one that it was entered for. */
async function saveServer(
  { tx, account, now, seal }: SaveContext,
  url: string | null,
  key: string | null | undefined,
  before: ModelServerRecord | null,
): Promise<number | null> {
  if (url === null) {
    await setModelKey(tx, account, null, { seal, now });
    return null;
  }
  const isSame = url === before?.url;
  return saveModelServer(tx, account, { url, key: isSame ? key : (key ?? null), now }, seal);
}

function findPatternFault(
  patterns: readonly MaskPattern[],
): { readonly at: number; readonly message: string } | null {
  for (const [at, { pattern }] of patterns.entries()) {
    const message = validatePattern(pattern);
    if (message !== null) return { at, message };
  }
  return null;
}
