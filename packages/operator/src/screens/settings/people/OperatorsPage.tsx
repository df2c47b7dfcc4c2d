import type { OperatorEntry } from "@parlour/protocol/api";
import { IconUserPlus, IconUsers } from "@tabler/icons-react";
import { api } from "../../../state/api/api.ts";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { useSearchParamsState } from "../../../ui/address/search-params.ts";
import { EmptyState } from "../../../ui/badges.tsx";
import { Button } from "../../../ui/Button.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { invalidateLists, useOperators } from "../../../state/api/queries.ts";
import { AddLink } from "../kit/resource/ListPage.tsx";
import { QueryPage } from "../kit/resource/QueryPage.tsx";
import { t } from "../text.ts";
import {
  emptyFilter,
  filterOperators,
  isEmptyFilter,
  parseFilter,
  toSearchParams,
} from "./filter-operators.ts";
import { isOnNoChannel } from "./on-no-channel.ts";
import { OperatorFilters } from "./OperatorFilters.tsx";
import { OperatorTable } from "./OperatorTable.tsx";

/** Renders Settings → People: all operators of the account, with deactivated operators last. */
export function OperatorsPage() {
  const query = useOperators();
  const invite = (
    <AddLink to="people/new" icon={IconUserPlus}>
      {t("person.add")}
    </AddLink>
  );
  return (
    <QueryPage
      query={query}
      title={t("person.title")}
      about={t("person.list")}
      tools={() => invite}
    >
      {(operators) => (
        <div className="cols wide">
          <div className="card">
            <FilteredOperators operators={operators} />
          </div>
          <WithoutChannel operators={operators} />
        </div>
      )}
    </QueryPage>
  );
}

/** Shows the operators that match the filter in the URL. One person alone needs no filter. */
function FilteredOperators({ operators }: { operators: readonly OperatorEntry[] }) {
  const [filter, setFilter] = useSearchParamsState(parseFilter, toSearchParams);
  const matches = filterOperators(operators, filter);
  return (
    <>
      {(operators.length > 1 || !isEmptyFilter(filter)) && (
        <OperatorFilters filter={filter} onChange={setFilter} />
      )}
      {matches.length > 0 ? (
        <OperatorTable operators={matches} />
      ) : (
        <EmptyState
          icon={IconUsers}
          title={t("person.empty")}
          action={
            <Button onClick={() => setFilter(emptyFilter)}>{t("people.filter.clear")}</Button>
          }
        >
          {t("person.empty.text")}
        </EmptyState>
      )}
    </>
  );
}

/** Names the first operator on no channel, and offers to change that (CORE-323). */
function WithoutChannel({ operators }: { operators: readonly OperatorEntry[] }) {
  const me = useCurrentOperator();
  const operator = operators.find((item) => isOnNoChannel(item) && !item.managed);
  if (operator === undefined || !can(me, "operators.manage")) return null;
  const { id, name } = operator;
  const putOnAllChannels = async () => {
    await api.patch(`/operators/${id}`, { channels: "all" });
    invalidateLists("operators");
    toast(t("people.channels.added", { name }));
  };
  return (
    <p className="soft">
      {t("people.channels.gets", { name })}{" "}
      <Button variant="text" onClick={() => void runOrToast(putOnAllChannels)}>
        {t("people.channels.add", { name })}
      </Button>
    </p>
  );
}
