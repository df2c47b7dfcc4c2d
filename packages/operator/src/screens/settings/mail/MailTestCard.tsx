import type { MailTestResult, NewMail } from "@parlour/protocol/api";
import { mail } from "@parlour/protocol/settings/kinds/mail";
import { findProblems } from "@parlour/protocol/settings/problems";
import { IconMailForward } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { useLiveState } from "../../../state/live-context.tsx";
import { useCurrentOperator } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { Banner } from "../../../ui/badges.tsx";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import { t as shared } from "../text.ts";
import { t } from "./text.ts";

interface MailTestRun {
  result: MailTestResult;
  host: string;
  port: number;
}

/**
 * Sends a test email to the signed-in operator, using the values in the form. If that fails, shows
 * the failed step and the remedy.
 */
export function MailTestCard({ server }: { server: Omit<NewMail, "password"> }) {
  const me = useCurrentOperator();
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const [lastRun, setLastRun] = useState<MailTestRun | null>(null);
  const { busy, failure, run } = useApiMutation();
  const test = async () => {
    setLastRun(null);
    const result = await api.post<MailTestResult>("/instance/mail/test", {
      mail: server,
    });
    setLastRun({ result, host: server.host, port: server.port });
  };
  const problem =
    (findProblems(mail.fields, server).length > 0 && t("mail.test.fill")) ||
    (offline && shared("page.offline"));
  return (
    <SideCard id="s-mailtest" title={t("mail.test")}>
      <p className="t13 soft">{t("mail.test.about", { to: me.email })}</p>
      <Button
        wide
        icon={IconMailForward}
        unavailable={problem || busy}
        onClick={() => void run(test)}
      >
        {t(busy ? "mail.test.busy" : "mail.test.go")}
      </Button>
      {failure !== null && <ErrorMessage error={failure} />}
      {lastRun !== null && <MailTestOutcome tested={lastRun} />}
    </SideCard>
  );
}

function MailTestOutcome({ tested: { result, host, port } }: { tested: MailTestRun }) {
  return (
    <Banner tone={result.ok ? "ok" : "bad"} live>
      <p className="medium">{t(`step.${result.step}`, { host, port, to: result.to })}</p>
      {result.reply !== null && !result.ok && (
        <p className="t12 mono">{t("mail.reply", { reply: result.reply })}</p>
      )}
      <p className="t12 soft num">
        {t("mail.test.took", { s: (result.duration_ms / 1000).toFixed(1) })}
      </p>
    </Banner>
  );
}
