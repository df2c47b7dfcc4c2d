import { ApiError } from "@parlour/client";
import type { BlacklistAnswer, BlacklistQuestion } from "@parlour/protocol/api";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { useDeed } from "../../../ui/deed.ts";
import { Failure } from "../../../ui/Failure.tsx";
import { fullTime } from "../../../ui/Time.tsx";
import { KindFields, nobody, useChannelIdOf, type Named } from "./KindFields.tsx";
import { kindName } from "./kinds.ts";
import { t } from "./text.ts";

/** Checks whether a subject is blocked, and by which entry (API-042). */
export function WouldBlock() {
  const { named, answer, busy, failure, change, ask } = useQuestion();
  const fault = failure instanceof ApiError && (failure.status === 404 || failure.status === 400) ? failure.message : undefined;
  return (
    <form
      className="card group"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <h2>{t("blocklist.check.title")}</h2>
      <KindFields named={named} onChange={change} fault={fault}>
        <Button type="submit" unavailable={busy}>
          {t("blocklist.check.verb")}
        </Button>
      </KindFields>
      {failure !== null && fault === undefined && <Failure error={failure} />}
      <output>{answer !== null && <Said answer={answer} />}</output>
    </form>
  );
}

/** Manages subject and result of the check. A changed subject clears the result. */
function useQuestion() {
  const [named, setNamed] = useState<Named>(nobody);
  const [answer, setAnswer] = useState<BlacklistAnswer | null>(null);
  const { busy, failure, run, forget } = useDeed();
  const channelIdOf = useChannelIdOf();
  const change = (next: Named) => {
    setNamed(next);
    setAnswer(null);
    forget();
  };
  const ask = async () => {
    if (named.value.trim() === "") return;
    await run(async () => {
      setAnswer(null);
      setAnswer(await api.post<BlacklistAnswer>("/blacklist/check", questionOf(named, channelIdOf(named))));
    });
  };
  return { named, answer, busy, failure, change, ask };
}

function Said({ answer: { entry } }: { answer: BlacklistAnswer }) {
  if (entry === null) return <p className="t13">{t("blocklist.check.no")}</p>;
  return (
    <>
      <p className="t13 danger medium" dir="auto">
        {t("blocklist.check.yes", { kind: kindName(entry.kind), value: entry.value })}
      </p>
      <p className="t12 soft" dir="auto">
        {entry.until === null ? t("blocklist.check.untilever") : t("blocklist.check.until", { time: fullTime(entry.until) })}
        {entry.reason !== null && ` · ${entry.reason}`}
      </p>
    </>
  );
}

/**
 * Returns the request body of the check. A visitor that is not a number becomes 0, which matches
 * none.
 */
function questionOf({ kind, value }: Named, channel: number | undefined): BlacklistQuestion {
  if (kind === "customer") return { customer: { channel_id: channel ?? 0, id: value } };
  if (kind === "visitor") return { visitor: Number(value.trim().replace(/^#/, "")) || 0 };
  if (kind === "range") return { ip: value.trim().split("/")[0] ?? "" };
  return { [kind]: value };
}
