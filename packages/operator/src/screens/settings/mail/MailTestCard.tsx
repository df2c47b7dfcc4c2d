import type { MailTested } from "@parlour/protocol/api";
import { IconMailForward } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { useLive } from "../../../state/live-context.tsx";
import { useMe } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useDeed } from "../../../ui/deed.ts";
import { Failure } from "../../../ui/Failure.tsx";
import { Banner } from "../../../ui/marks.tsx";
import { Card } from "../Group.tsx";
import { t as shared } from "../text.ts";
import { bodyOf, faultsOf, type MailValues } from "./mail-form.ts";
import { t } from "./text.ts";

interface Tested {
  result: MailTested;
  host: string;
  port: string;
}

/**
 * Sends one test mail to the signed-in operator with the values in the form. Shows at which step it
 * failed and what to do.
 */
export function MailTestCard({ values }: { values: MailValues }) {
  const me = useMe();
  const offline = useLive((state) => state.connection.kind === "offline");
  const [tested, setTested] = useState<Tested | null>(null);
  const { busy, failure, run } = useDeed();
  const test = async () => {
    setTested(null);
    const result = await api.post<MailTested>("/instance/mail/test", { mail: bodyOf(values) });
    setTested({ result, host: values.host, port: values.port });
  };
  const unfit = faultsOf(values).length > 0 ? t("mail.test.fill") : offline ? shared("page.offline") : busy;
  return (
    <Card id="s-mailtest" title={t("mail.test")}>
      <p className="t13 soft">{t("mail.test.about", { to: me.email })}</p>
      <Button wide icon={IconMailForward} unavailable={unfit} onClick={() => void run(test)}>
        {t(busy ? "mail.test.busy" : "mail.test.go")}
      </Button>
      {failure !== null && <Failure error={failure} />}
      {tested !== null && <Verdict tested={tested} />}
    </Card>
  );
}

function Verdict({ tested: { result, host, port } }: { tested: Tested }) {
  return (
    <Banner tone={result.ok ? "ok" : "bad"} live>
      <p className="medium">{t(`step.${result.step}`, { host, port, to: result.to })}</p>
      {result.reply !== null && !result.ok && <p className="t12 mono">{t("mail.reply", { reply: result.reply })}</p>}
      <p className="t12 soft num">{t("mail.test.took", { s: (result.duration_ms / 1000).toFixed(1) })}</p>
    </Banner>
  );
}
