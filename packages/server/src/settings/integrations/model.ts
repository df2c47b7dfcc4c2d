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
  type ModelServerName,
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
  toValues: ({ server, translator, ...settings }) => ({
    base_url: server?.url ?? null,
    translate_url: translator?.url ?? null,
    ...omitFields(settings.model, "endpointId", "translatorId"),
  }),
  toCredentials: ({ server, translator }) => ({
    api_key: toCredential(server),
    translate_api_key: toCredential(translator),
  }),
  describe: ({ server, translator }) => ({
    has_api_key: server?.sealedKey != null,
    api_key_hint: server?.keyHint ?? null,
    has_translate_api_key: translator?.sealedKey != null,
    translate_api_key_hint: translator?.keyHint ?? null,
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
      for (const name of ["Model", "Translation"] as const)
        await setModelKey(
          context.tx,
          context.account,
          { name, key: null, now: context.now },
          context.seal,
        );
      return { model: null };
    }
    // A request contains a key only if it changes. A file without a key removes it.
    const { base_url, api_key, translate_url, translate_api_key, ...stored } =
      values as typeof values & Partial<Record<"api_key" | "translate_api_key", string | null>>;
    const { server, translator } = before;
    const getKey = (name: "api_key" | "translate_api_key", sent: string | null | undefined) =>
      entry === null ? sent : (entry.secrets[name] ?? null);
    const endpointId = await saveServer(
      context,
      { name: "Model", url: base_url, key: getKey("api_key", api_key) },
      server,
    );
    const translatorId = await saveServer(
      context,
      {
        name: "Translation",
        url: translate_url,
        key: getKey("translate_api_key", translate_api_key),
      },
      translator,
    );
    return { model: { ...stored, endpointId, translatorId } };
  },
});

const toCredential = (server: ModelServerRecord | null) => {
  const sealed = server?.sealedKey ?? null;
  return sealed && ((unseal: (sealed: Buffer) => string) => unseal(sealed));
};

/** A stored key is never sent to another server than the one that it was entered for. */
async function saveServer(
  { tx, account, now, seal }: SaveContext,
  server: {
    readonly name: ModelServerName;
    readonly url: string | null;
    readonly key: string | null | undefined;
  },
  before: ModelServerRecord | null,
): Promise<number | null> {
  const { name, url, key } = server;
  if (url === null) {
    if (before !== null) await setModelKey(tx, account, { name, key: null, now }, seal);
    return null;
  }
  const isSame = url === before?.url;
  return saveModelServer(tx, account, { name, url, key: isSame ? key : (key ?? null), now }, seal);
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
