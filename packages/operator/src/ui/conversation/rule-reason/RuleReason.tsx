import type { Message } from "@parlour/protocol";
import type { RuleRun } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import { api } from "../../../state/api/api.ts";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { Button } from "../../Button.tsx";
import { formatFact, formatValue, type FactCatalogue } from "../../conditions/fact-catalogue.ts";
import { useFactCatalogue } from "../../conditions/use-fact-catalogue.ts";
import { QueryList } from "../../loading/QueryList.tsx";
import { formatFullTime } from "../../time.ts";
import "./rule-reason.css";
import { t } from "./text.ts";

/** Explains a line that a rule caused: the values that decided at that moment (RULE-043). */
export function RuleReason({ message }: { readonly message: Message }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      {" "}
      <Button
        variant="text"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t("reason.why")}
      </Button>
      {isOpen && <Reason id={id} message={message} />}
    </>
  );
}

function Reason({ id, message }: { readonly id: string; readonly message: Message }) {
  const path = `/chats/${message.chat_id}/rule-runs`;
  const query = useQuery({ queryKey: [path], queryFn: () => api.list<RuleRun>(path) });
  const ruleId = message.cause?.id ?? 0;
  // The newest run comes first. The one that wrote the line began before it.
  const run = query.data?.find(
    ({ rule, at }) => rule.id === ruleId && Date.parse(at) <= Date.parse(message.created_at),
  );
  return (
    <div id={id} className="card rulereason">
      <QueryList
        query={query}
        items={query.data && (run === undefined ? [] : [run])}
        errorText={t("reason.failed")}
      >
        {([found]) => (found === undefined ? null : <Values run={found} />)}
      </QueryList>
      {query.data !== undefined && run === undefined && (
        <p className="soft">{t("reason.removed")}</p>
      )}
      <RuleLink ruleId={ruleId} />
    </div>
  );
}

function Values({ run }: { readonly run: RuleRun }) {
  const catalogue = useFactCatalogue();
  const values = Object.entries(run.values);
  return (
    <>
      <p className="soft">{t("reason.at", { time: formatFullTime(run.at) })}</p>
      {values.length === 0 ? (
        <p>{t("reason.always")}</p>
      ) : (
        <dl>
          {values.map(([name, value]) => (
            <div key={name}>
              <dt>{formatFact(name, catalogue.facts[name])}</dt>
              <dd dir="auto">{formatValues(name, value, catalogue)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** Returns the value of a fact as a text. null and an empty list: it was missing. */
function formatValues(name: string, value: unknown, { facts, rows }: FactCatalogue): string {
  const fact = facts[name];
  const items = [value].flat() as readonly (string | number | boolean | null)[];
  const texts = items.flatMap((item) => {
    if (item === null) return [];
    return fact === undefined ? String(item) : formatValue(name, fact, item, rows).text;
  });
  return texts.length === 0 ? t("reason.missing") : texts.join(", ");
}

/** The page of the rule opens for those who may change rules. */
function RuleLink({ ruleId }: { readonly ruleId: number }) {
  if (!can(useCurrentOperator(), "account.manage")) return null;
  return (
    <Link to="/settings/$" params={{ _splat: `rules/${ruleId}` }}>
      {t("reason.open")}
    </Link>
  );
}
