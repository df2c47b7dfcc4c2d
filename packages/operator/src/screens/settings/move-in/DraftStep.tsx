import type { MoveImportDetails } from "@parlour/protocol/api";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { i18n } from "../../../text/index.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import { formatDate } from "../kit/resource/parts.tsx";
import { SafetyCard } from "./parts.tsx";
import { toSystemName } from "./source/systems.ts";
import { t } from "./text.ts";
import { changeImport } from "./use-imports.ts";

/** Shows what the other system states about itself, before it is read. */
export function DraftStep({ found }: { readonly found: MoveImportDetails }) {
  const { id, check } = found;
  const counts = Object.entries(check?.counts ?? {});
  return (
    <>
      <div className="movemain">
        <section className="card" aria-labelledby="move-states">
          <h2 id="move-states" className="movehead">
            {t("move.found")}
          </h2>
          {counts.length === 0 ? (
            <p className="t13 soft movepad">{t("move.found.none")}</p>
          ) : (
            <dl className="movefacts movepad">
              {counts.map(([kind, n]) => (
                <div key={kind}>
                  <dt>{t(`move.kind.${kind as "chat"}`)}</dt>
                  <dd className="num">{i18n.number(n)}</dd>
                </div>
              ))}
            </dl>
          )}
          <p className="t13 movepad">
            <Link to="/settings/$" params={{ _splat: "move-in" }}>
              {t("move.other")}
            </Link>
          </p>
        </section>
      </div>
      <div className="side">
        <SideCard id="move-connected" title={t("move.connected")}>
          <CheckList found={found} />
        </SideCard>
        <SafetyCard />
      </div>
      <div className="movebar">
        <span className="grow t13 faint">{t("move.plan.hint")}</span>
        <MutationButton variant="primary" mutate={() => changeImport(id, "plan")}>
          {t("move.plan.make")}
        </MutationButton>
      </div>
    </>
  );
}

function CheckList({ found: { system, name, check } }: { readonly found: MoveImportDetails }) {
  if (check === null) return null;
  const { product, account, first_chat_at, requests_per_minute } = check;
  return (
    <ul className="results">
      <li>
        <Icon of={IconCircleCheck} small />
        <b>{t("move.check.answers", { system: toSystemName(system) })}</b>
        <small>{[product, name].join(" · ")}</small>
      </li>
      {account !== null && (
        <li>
          <Icon of={IconCircleCheck} small />
          <b>{t("move.check.account")}</b>
          <small dir="auto">{account}</small>
        </li>
      )}
      {first_chat_at !== null && (
        <li>
          <Icon of={IconCircleCheck} small />
          <b>{t("move.check.first")}</b>
          <small>{formatDate(first_chat_at)}</small>
        </li>
      )}
      {requests_per_minute !== null && (
        <li>
          <Icon of={IconAlertTriangle} small />
          <b>{t("move.check.limit", { n: requests_per_minute })}</b>
          <small>{t("move.check.limit.hint")}</small>
        </li>
      )}
    </ul>
  );
}
