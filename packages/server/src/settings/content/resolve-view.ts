import type { ChatsQuery, ChatView } from "@parlour/protocol/api";
import type { BoundCondition } from "@parlour/protocol/conditions/condition";
import type { ViewOrder } from "@parlour/protocol/settings/kinds/chats/view";
import type { Principal } from "../../auth/index.ts";
import type { AccountConfig, Clock } from "../../core/command.ts";
import { refuse } from "../../core/failure.ts";
import { getAccountFacts } from "../../core/field/account-facts.ts";
import type { Reader } from "../../store/database/reader.ts";
import { viewStore } from "../../store/settings/content/view.ts";
import { getAudienceFilter } from "./audience.ts";

interface ResolvedView {
  /** A list of the inbox. */
  readonly view?: ChatView | undefined;
  readonly condition?: BoundCondition;
  readonly sort: ViewOrder;
}

/**
 * Returns the list of the inbox or the saved view that a query names, and the order of the chats
 * (VIEW-005). Throws `not_found` if the principal does not use the view.
 */
export async function resolveView(
  deps: {
    readonly reader: Reader;
    readonly clock: Clock;
    readonly config: (account: number) => Promise<AccountConfig>;
  },
  principal: Principal,
  { view, sort }: ChatsQuery,
): Promise<ResolvedView> {
  if (!isSavedView(view)) return { view: view as ChatView | undefined, sort: sort ?? "activity" };
  const { accountId } = principal;
  const [[row], config] = await Promise.all([
    viewStore.list(deps.reader, accountId, { ...getAudienceFilter(principal), id: Number(view) }),
    deps.config(accountId),
  ]);
  if (row === undefined) return refuse("not_found", "There is no such view.");
  const { values } = row;
  return {
    condition: { condition: values.if, facts: getAccountFacts(config), now: deps.clock.now() },
    sort: sort ?? values.order,
  };
}
const isSavedView = (view: ChatsQuery["view"]): view is string => /^[1-9]/.test(view ?? "");
