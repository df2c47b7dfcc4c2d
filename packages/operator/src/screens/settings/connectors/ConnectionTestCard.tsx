import type { Channel } from "@parlour/protocol";
import type { ConnectionTest } from "@parlour/protocol/api";
import { IconAlertCircle, IconArrowsExchange, IconCircleCheck } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import { invalidateLists } from "../queries.ts";
import { describeConnection } from "./connection-notice.ts";
import { t } from "./text.ts";

/** Tests a channel of an external service in both directions (CON-040). */
export function ConnectionTestCard({
  channel: { id, kind },
  dirty,
}: {
  channel: Pick<Channel, "id" | "kind">;
  dirty: boolean;
}) {
  const [result, setResult] = useState<ConnectionTest | null>(null);
  const { busy, failure, run } = useApiMutation();
  const test = async () => {
    setResult(await api.post<ConnectionTest>(`/channels/${id}/connection-test`));
    invalidateLists("channels");
  };
  const label = t(result === null ? "connector.test" : "connector.test.again");
  return (
    <SideCard id="s-test" title={t("connector.test")}>
      {dirty && <p className="t13">{t("connector.test.dirty")}</p>}
      <Button wide icon={IconArrowsExchange} unavailable={busy} onClick={() => void run(test)}>
        {busy ? t("connector.test.busy") : label}
      </Button>
      {failure !== null && <ErrorMessage error={failure} />}
      {result !== null && (
        <ol className="results" aria-label={t("connector.test.results")} aria-live="polite">
          <Direction title={t("connector.test.out")} kind={kind} result={result.outbound} />
          <Direction title={t("connector.test.in")} kind={kind} result={result.inbound} />
        </ol>
      )}
    </SideCard>
  );
}

interface DirectionProps {
  title: string;
  kind: Channel["kind"];
  result: ConnectionTest["outbound"];
}
function Direction({ title, kind, result }: DirectionProps) {
  return (
    <li>
      <Icon
        of={result.ok ? IconCircleCheck : IconAlertCircle}
        small
        className={result.ok ? "success" : "danger"}
      />
      <b>{title}</b>
      <small>{describeConnection(kind, result)}</small>
    </li>
  );
}
