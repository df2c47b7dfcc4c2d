import { ModelSettings, ModelSettingsPatch } from "@parlour/protocol/api";
import { omitFields } from "@parlour/protocol/omit-fields";
import { validatePattern } from "@parlour/protocol/rules/pattern";
import { model, type MaskPattern } from "@parlour/protocol/settings/kinds/account/model";
import { mergeGroups } from "@parlour/protocol/settings/paths";
import { refuse } from "../../core/failure.ts";
import {
  findModel,
  saveModelServer,
  setModelKey,
  type ModelRecord,
  type ModelServerRecord,
} from "../../store/model/model.ts";
import { createSingle } from "../kind/create-single.ts";
import type { SaveContext } from "../single-resource.ts";

/** The language model of an account (MODEL-001). */
export const modelResource = createSingle(model, {
  action: "model.change",
  rights: { read: "account.manage", manage: "account.manage" },
  summaries: { one: "Get the model settings", change: "Update the model settings" },
  schemas: { entity: ModelSettings, patch: ModelSettingsPatch },
  find: findModel,
  isManaged: ({ modelManaged }: ModelRecord) => modelManaged,
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
    if (values === null) {
      await setModelKey(context.tx, context.account, null, context);
      return { model: null };
    }
    // A request contains the key only if it changes. A file without a key removes it.
    const { base_url, api_key, ...stored } = values as typeof values & { api_key?: string | null };
    const key = entry === null ? api_key : (entry.secrets["api_key"] ?? null);
    const endpointId = await saveServer(context, base_url, key, before.server);
    return { model: { ...stored, endpointId } };
  },
});

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
