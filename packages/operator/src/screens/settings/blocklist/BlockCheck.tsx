import { ApiError } from "@parlour/client";
import type { BlockCheckResult, BlockCheckQuery } from "@parlour/protocol/api";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { formatFullTime } from "../../../ui/time.ts";
import { BlockSubjectFields, emptySubject, type BlockSubject } from "./BlockSubjectFields.tsx";
import { kindLabel } from "../../../ui/block/kinds.ts";
import { t } from "./text.ts";

/** Checks whether a subject is blocked, and which entry blocks it (API-042). */
export function BlockCheck() {
  const { subject, answer, busy, failure, change, check } = useBlockCheck();
  const fieldError =
    failure instanceof ApiError && (failure.status === 404 || failure.status === 400)
      ? failure.message
      : undefined;
  return (
    <form
      className="card group"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void check();
      }}
    >
      <h2>{t("blocklist.check.title")}</h2>
      <BlockSubjectFields subject={subject} onChange={change} error={fieldError}>
        <Button type="submit" unavailable={busy}>
          {t("blocklist.check.verb")}
        </Button>
      </BlockSubjectFields>
      {failure !== null && fieldError === undefined && <ErrorMessage error={failure} />}
      <output>{answer !== null && <CheckResult answer={answer} />}</output>
    </form>
  );
}

/** Manages the subject and the result of the check. Changing the subject clears the result. */
function useBlockCheck() {
  const [subject, setSubject] = useState<BlockSubject>(emptySubject);
  const [answer, setAnswer] = useState<BlockCheckResult | null>(null);
  const { busy, failure, run, clearFailure } = useApiMutation();
  const change = (next: BlockSubject) => {
    setSubject(next);
    setAnswer(null);
    clearFailure();
  };
  const check = async () => {
    if (subject.value.trim() === "") return;
    await run(async () => {
      setAnswer(null);
      setAnswer(await api.post<BlockCheckResult>("/blacklist/check", toBlockCheckBody(subject)));
    });
  };
  return { subject, answer, busy, failure, change, check };
}

function CheckResult({ answer: { entry } }: { answer: BlockCheckResult }) {
  if (entry === null) return <p className="t13">{t("blocklist.check.no")}</p>;
  return (
    <>
      <p className="t13 danger medium" dir="auto">
        {t("blocklist.check.yes", { kind: kindLabel(entry.kind), value: entry.value })}
      </p>
      <p className="t12 soft" dir="auto">
        {entry.until === null
          ? t("blocklist.check.untilever")
          : t("blocklist.check.until", { time: formatFullTime(entry.until) })}
        {entry.reason !== null && ` · ${entry.reason}`}
      </p>
    </>
  );
}

/**
 * Returns the request body of the check. A visitor number that is not a number becomes 0, which
 * matches no visitor.
 */
function toBlockCheckBody({ kind, value, channel_id }: BlockSubject): BlockCheckQuery {
  if (kind === "customer") return { customer: { channel_id: channel_id ?? 0, id: value } };
  if (kind === "visitor") return { visitor: Number(value.trim().replace(/^#/, "")) || 0 };
  if (kind === "range") return { ip: value.trim().split("/")[0] ?? "" };
  return { [kind]: value };
}
