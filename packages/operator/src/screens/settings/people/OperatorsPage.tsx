import type { OperatorEntry } from "@parlour/protocol/api";
import { IconUserPlus } from "@tabler/icons-react";
import { api } from "../../../state/api/api.ts";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { invalidateLists, useOperators } from "../queries.ts";
import { AddLink } from "../kit/resource/ListPage.tsx";
import { QueryPage } from "../kit/resource/QueryPage.tsx";
import { t } from "../text.ts";
import { isOnNoChannel } from "./on-no-channel.ts";
import { OperatorTable } from "./OperatorTable.tsx";

/** Renders Settings → People: all operators of the account, with deactivated operators last. */
export function OperatorsPage() {
  const query = useOperators();
  const invite = (
    <AddLink to="people/new" icon={IconUserPlus}>
      {t("people.invite")}
    </AddLink>
  );
  return (
    <QueryPage
      query={query}
      title={t("menu.people")}
      about={t("people.about")}
      tools={() => invite}
    >
      {(operators) => (
        <div className="cols wide">
          <div className="card">
            <OperatorTable operators={operators} />
          </div>
          <WithoutChannel operators={operators} />
        </div>
      )}
    </QueryPage>
  );
}

/** Names the first operator on no channel, and offers to change that (CORE-323). */
function WithoutChannel({ operators }: { operators: readonly OperatorEntry[] }) {
  const me = useCurrentOperator();
  const operator = operators.find((item) => isOnNoChannel(item) && !item.managed);
  if (operator === undefined || !can(me, "team")) return null;
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
