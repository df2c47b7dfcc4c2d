import type { MailTested } from "@parlour/protocol/api";
import { IconMailForward } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { useLive } from "../../../state/live-context.tsx";
import { useMe } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { Banner } from "../../../ui/marks.tsx";
import { t as shared } from "../text.ts";
import { bodyOf, faultsOf, type MailValues } from "./mail-form.ts";
import { t } from "./text.ts";

/** One mail to oneself with what stands in the form; says at which step it ended and what to do. */
export function MailTestCard({ values }: { values: MailValues }) {
  const me = useMe();
  const offline = useLive((state) => state.connection.kind === "offline");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [tested, setTested] = useState<{ result: MailTested; host: string; port: string } | null>(null);
  const run = async () => {
    setBusy(true);
    setFailure(null);
    setTested(null);
    try {
      const result = await api.post<MailTested>("/instance/mail/test", { mail: bodyOf(values) });
      setTested({ result, host: values.host, port: values.port });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const unfit = faultsOf(values).length > 0 ? t("mail.test.fill") : offline ? shared("page.offline") : busy;
  return (
    <section className="card" aria-labelledby="s-mailtest">
      <h2 id="s-mailtest">{t("mail.test")}</h2>
      <p className="t13 soft">{t("mail.test.about", { to: me.email })}</p>
      <Button wide icon={IconMailForward} unavailable={unfit} onClick={() => void run()}>
        {t(busy ? "mail.test.busy" : "mail.test.go")}
      </Button>
      {failure !== null && <Failure error={failure} />}
      {tested !== null && (
        <Banner tone={tested.result.ok ? "ok" : "bad"} live>
          <p className="medium">{t(`step.${tested.result.step}`, { host: tested.host, port: tested.port, to: tested.result.to })}</p>
          {tested.result.reply !== null && !tested.result.ok && (
            <p className="t12 mono">{t("mail.reply", { reply: tested.result.reply })}</p>
          )}
          <p className="t12 soft num">{t("mail.test.took", { s: (tested.result.duration_ms / 1000).toFixed(1) })}</p>
        </Banner>
      )}
    </section>
  );
}
