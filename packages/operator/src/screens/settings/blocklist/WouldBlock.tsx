import { ApiError } from "@parlour/client";
import type { BlacklistAnswer, BlacklistQuestion } from "@parlour/protocol/api";
import { useState, type SubmitEvent } from "react";
import { api } from "../../../state/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { exactTime } from "../../../ui/Time.tsx";
import { KindFields, nobody, useChannelId, type Named } from "./KindFields.tsx";
import { kindName } from "./kinds.ts";
import { t } from "./text.ts";

/** "Would this be blocked, and by which entry?" (API-042) */
export function WouldBlock() {
  const [named, setNamed] = useState<Named>(nobody);
  const [answer, setAnswer] = useState<BlacklistAnswer | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const channel = useChannelId(named);
  const ask = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy || named.value.trim() === "") return;
    setBusy(true);
    setFailure(null);
    setAnswer(null);
    try {
      setAnswer(await api.post<BlacklistAnswer>("/blacklist/check", questionOf(named, channel)));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const fault = failure instanceof ApiError && (failure.status === 404 || failure.status === 400) ? failure.message : undefined;
  return (
    <form className="card group" noValidate onSubmit={(event) => void ask(event)}>
      <h2>{t("blocklist.check.title")}</h2>
      <KindFields
        named={named}
        onChange={(next) => {
          setNamed(next);
          setAnswer(null);
          setFailure(null);
        }}
        fault={fault}
      >
        <Button type="submit" unavailable={busy}>
          {t("blocklist.check.verb")}
        </Button>
      </KindFields>
      {failure !== null && fault === undefined && <Failure error={failure} />}
      <output>{answer !== null && <Said answer={answer} />}</output>
    </form>
  );
}

function Said({ answer: { entry } }: { answer: BlacklistAnswer }) {
  if (entry === null) return <p className="t13">{t("blocklist.check.no")}</p>;
  return (
    <>
      <p className="t13 danger medium" dir="auto">
        {t("blocklist.check.yes", { kind: kindName(entry.kind), value: entry.value })}
      </p>
      <p className="t12 soft" dir="auto">
        {entry.until === null ? t("blocklist.check.untilever") : t("blocklist.check.until", { time: exactTime(entry.until) })}
        {entry.reason !== null && ` · ${entry.reason}`}
      </p>
    </>
  );
}

/** The body of the question; a visitor that is no number asks for none. */
function questionOf({ kind, value }: Named, channel: number | undefined): BlacklistQuestion {
  if (kind === "customer") return { customer: { channel_id: channel ?? 0, id: value } };
  if (kind === "visitor") return { visitor: Number(value.trim().replace(/^#/, "")) || 0 };
  if (kind === "range") return { ip: value.trim().split("/")[0] ?? "" };
  return { [kind]: value };
}
