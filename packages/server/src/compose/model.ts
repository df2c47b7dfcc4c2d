import type { Egress } from "../egress/index.ts";
import { createModel, type Model } from "../model/index.ts";
import type { BaseServices } from "./base.ts";
import type { TestHooks } from "./server-options.ts";

/** Creates the port to the language models of the accounts (MODEL-020). */
export function openModel(
  base: BaseServices,
  hooks: TestHooks,
  { egress }: { readonly egress: Egress },
): Model {
  const model = createModel({ ...base, reader: base.pools.reader, egress });
  hooks.onModel?.(model);
  return model;
}
