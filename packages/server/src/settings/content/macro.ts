import { Macro, MacroPatch, Macros, NewMacro } from "@parlour/protocol/api";
import { findMacroChain } from "@parlour/protocol/actions/macro-chain";
import { findActionsProblem } from "@parlour/protocol/actions/problems";
import { macro } from "@parlour/protocol/settings/kinds/chats/macro";
import { refuseProblem } from "../../core/failure.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import { macroStore } from "../../store/settings/content/macro.ts";
import { createResource } from "../kind/create-resource.ts";
import { summarizeRequests } from "../kind/request-summaries.ts";
import { findReferenceProblem } from "./action-references.ts";
import { createAudienceRules, fileAudience } from "./audience.ts";
import { fileActions } from "./file-actions.ts";

const audience = createAudienceRules("macro", macroStore);

/** Macros of operators, departments and the account (ACT-020). */
export const macroResource = createResource(macro, {
  ...audience,
  rights: { read: "chats.read", manage: "macros.manage" },
  summaries: summarizeRequests("a macro", "macros"),
  schemas: { entity: Macro, page: Macros, create: NewMacro, patch: MacroPatch },
  describe: ({ owner, updatedAt }) => ({ owner, updated_at: updatedAt }),
  async check(values, before, context) {
    await audience.check(values, before, context);
    // Rows that stored actions name may have been deleted since.
    if (values.do === before?.values.do) return;
    refuseProblem(findActionsProblem(values.do, "do"));
    const { tx, account } = context;
    const macros = await macroStore.list(createTransactionReader(tx), account, { of: "all" });
    const others = macros.map((row) => ({ id: row.id, name: row.values.name, do: row.values.do }));
    const chain = findMacroChain({ ...values, id: before?.id ?? null }, others);
    refuseProblem(chain && ["do", `runs macros too deep: ${chain.join(" → ")}`]);
    const principal = values.shared === "me" ? context.principal : null;
    refuseProblem(await findReferenceProblem(values.do, "do", { ...context, principal }));
  },
  custom: { do: fileActions, shared: fileAudience },
});
