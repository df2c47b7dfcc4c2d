import type { ParallelRun } from "@parlour/protocol/api";
import { IconArrowsLeftRight } from "@tabler/icons-react";
import { useState } from "react";
import { i18n } from "../../../text/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { Tag } from "../../../ui/badges.tsx";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { Confirm } from "../../../ui/dialog/dialog.tsx";
import { runOrToast, useApiMutation } from "../../../ui/mutation.ts";
import { formatAge, useNow } from "../../../ui/time.ts";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import { QueryPage } from "../kit/resource/QueryPage.tsx";
import { DelayFigure, Figure, showDuration } from "./Figure.tsx";
import { LiveComparison } from "./ForwardedChats.tsx";
import { ParallelChatList } from "./ParallelChatList.tsx";
import "./parallel-run.css";
import { t } from "./text.ts";
import { endParallelRun, startParallelRun, useParallelRun } from "./use-parallel-run.ts";

/** Name of the import that has the received chats. */
const importName = "Events of JivoChat";

/** Settings → Run in parallel (MV-070): chats of the old system beside those here. */
export function ParallelPage() {
  const query = useParallelRun();
  return (
    <QueryPage query={query} title={t("parallel.title")} about={t("parallel.about")} rows={false}>
      {({ run }) => (
        <>
          <LiveComparison />
          {run === null ? <StartCard /> : <Comparison run={run} />}
        </>
      )}
    </QueryPage>
  );
}

function StartCard() {
  return (
    <section className="card parallelstart">
      <p>{t("parallel.intro")}</p>
      <p className="t13 faint">{t("parallel.quiet")}</p>
      <MutationButton variant="primary" mutate={startParallelRun}>
        {t("parallel.start")}
      </MutationButton>
    </section>
  );
}

function Comparison({ run }: { readonly run: ParallelRun }) {
  return (
    <div className="parallel">
      <div className="parallelmain">
        <Figures run={run} />
        <ParallelChatList />
      </div>
      <div className="side">
        <AddressCard run={run} />
        <ChangeOverCard />
      </div>
    </div>
  );
}

function Figures({ run: { figures } }: { readonly run: ParallelRun }) {
  const { there, stored, missing, answered } = figures;
  return (
    <dl className="card parallelfigures">
      <Figure
        label={t("parallel.both")}
        value={i18n.number(stored)}
        note={t("parallel.both.of", { n: i18n.number(there) })}
      />
      <Figure
        label={t("parallel.missing")}
        value={i18n.number(missing)}
        isBad={missing > 0}
        note={t(missing > 0 ? "parallel.missing.some" : "parallel.missing.none")}
      />
      <Figure
        label={t("parallel.answer")}
        value={showDuration(figures.first_answer_ms)}
        note={t("parallel.answer.of", { n: i18n.number(answered) })}
      />
      <DelayFigure ms={figures.delay_ms} p95Ms={figures.delay_p95_ms} />
    </dl>
  );
}

function AddressCard({ run }: { readonly run: ParallelRun }) {
  const now = useNow(1_000);
  const { url, received, refused } = run;
  const last = run.last_event_at;
  const reason = run.refused_reason;
  return (
    <SideCard id="parallel-address" title={t("parallel.of")}>
      <p className="line">
        <Icon of={IconArrowsLeftRight} small />
        <Tag tone={last === null ? undefined : "ok"}>
          {t(last === null ? "parallel.waiting" : "parallel.receiving")}
        </Tag>
      </p>
      <p className="strong">{t("parallel.address")}</p>
      <p className="paralleladdress">
        <code dir="ltr">{url}</code>
        <CopyButton text={url} />
      </p>
      <p className="t13 faint">{t("parallel.where")}</p>
      <dl className="parallelfacts">
        <dt>{t("parallel.last")}</dt>
        <dd>{last === null ? "–" : formatAge(last, now)}</dd>
        <dt>{t("parallel.received")}</dt>
        <dd className="num">{i18n.number(received)}</dd>
        <dt>{t("parallel.refused")}</dt>
        <dd className="num">{i18n.number(refused)}</dd>
      </dl>
      {reason !== null && <p className="t13 faint">{t(`parallel.refused.${reason}`)}</p>}
      <p className="t13 faint">{t("parallel.quiet")}</p>
    </SideCard>
  );
}

function ChangeOverCard() {
  const [isOpen, setOpen] = useState(false);
  const { busy, run } = useApiMutation();
  return (
    <SideCard id="parallel-ready" title={t("parallel.ready")}>
      <p className="t13">{t("parallel.ready.how", { name: importName })}</p>
      <Button onClick={() => setOpen(true)}>{t("parallel.end")}</Button>
      <Confirm
        title={t("parallel.end.title")}
        open={isOpen}
        button={t("parallel.end.do")}
        danger
        busy={busy}
        onConfirm={() => void run(() => runOrToast(endParallelRun)).then(() => setOpen(false))}
        onClose={() => setOpen(false)}
      >
        <p>{t("parallel.end.about")}</p>
      </Confirm>
    </SideCard>
  );
}
