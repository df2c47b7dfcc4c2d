import type { MoveImportDetails } from "@parlour/protocol/api";
import { countedKinds, type MoveCounts } from "@parlour/protocol/move-in/move-import";
import { useAllChannels } from "../../../../state/api/queries.ts";
import { browserClock } from "../../../../state/clock.ts";
import { i18n } from "../../../../text/index.ts";
import { Select, Switch, TextField } from "../../../../ui/Field.tsx";
import { MutationButton } from "../../../../ui/MutationButton.tsx";
import { SideCard } from "../../kit/form/SettingsSection.tsx";
import { ResourceTable } from "../../kit/resource/ResourceTable.tsx";
import { ReportLink } from "../parts.tsx";
import { PlanOperators } from "./PlanOperators.tsx";
import { ProblemCard } from "../ProblemCard.tsx";
import { t } from "../text.ts";
import { changeImport, getChoices, saveChoices } from "../use-imports.ts";

/** Shows what an import would write, and asks for its choices. */
export function PlanStep({ found }: { readonly found: MoveImportDetails }) {
  const { id, plan } = found;
  const { chat } = plan?.counts ?? {};
  const chats = (chat?.new ?? 0) + (chat?.changed ?? 0);
  return (
    <>
      <div className="movemain">
        <section className="card" aria-labelledby="move-counts">
          <h2 id="move-counts" className="movehead">
            {t("move.counts")}
          </h2>
          <CountTable counts={plan?.counts ?? {}} />
        </section>
        <PlanOperators found={found} />
      </div>
      <div className="side">
        <ProblemCard found={found} title={t("move.leftout")} />
        <Choices found={found} />
      </div>
      <div className="movebar">
        <span className="grow t13 faint">{t("move.plan.nothing")}</span>
        <MutationButton variant="quiet" mutate={() => changeImport(id, "plan")}>
          {t("move.plan.again")}
        </MutationButton>
        <ReportLink id={id} text={t("move.plan.csv")} />
        <MutationButton variant="primary" mutate={() => changeImport(id, "start")}>
          {t("move.start", { n: chats })}
        </MutationButton>
      </div>
    </>
  );
}

function CountTable({ counts }: { readonly counts: MoveCounts }) {
  const rows = countedKinds.flatMap((kind) => {
    const row = { id: kind, new: 0, changed: 0, known: 0, left_out: 0, ...counts[kind] };
    const sum = row.new + row.changed + row.known + row.left_out;
    return counts[kind] === undefined ? [] : [{ ...row, source: Math.max(row.read ?? 0, sum) }];
  });
  if (rows.length === 0) return <p className="t13 soft movepad">{t("move.counts.none")}</p>;
  return (
    <ResourceTable
      className="movetable plan"
      resources={rows}
      name={{ head: t("move.kind"), cell: ({ id }) => t(`move.kind.${id}`) }}
      columns={[
        { head: t("move.source"), className: "num", cell: ({ source }) => i18n.number(source) },
        { head: t("move.becomes"), cell: ({ id }) => t(`move.becomes.${id}`) },
        { head: t("move.new"), className: "num", cell: (row) => i18n.number(row.new) },
        { head: t("move.changed"), className: "num", cell: (row) => i18n.number(row.changed) },
        { head: t("move.known"), className: "num", cell: (row) => i18n.number(row.known) },
        {
          head: t("move.left_out"),
          className: "num",
          cell: ({ left_out }) => (
            <span className={left_out > 0 ? "warning medium" : undefined}>
              {i18n.number(left_out)}
            </span>
          ),
        },
      ]}
    />
  );
}

/** Asks for the channel, the first day of the reports, and whether persons are merged. */
function Choices({ found }: { readonly found: MoveImportDetails }) {
  const channels = useAllChannels().data ?? [];
  const { channel_id, count_from, merge_visitors } = getChoices(found);
  const matching = found.plan?.matching_visitors ?? 0;
  return (
    <SideCard id="move-choices" title={t("move.choices")}>
      <Select
        label={t("move.channel")}
        hint={t("move.channel.hint")}
        value={String(channel_id ?? "")}
        options={[
          { value: "", label: t("move.channel.new") },
          ...channels.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ target: { value } }) =>
          void saveChoices(found, { channel_id: value === "" ? null : Number(value) })
        }
      />
      <TextField
        label={t("move.count_from")}
        hint={t("move.count_from.hint")}
        type="date"
        max={new Date(browserClock.now()).toISOString().slice(0, 10)}
        value={count_from ?? ""}
        onChange={({ target: { value } }) =>
          void saveChoices(found, { count_from: value === "" ? null : value })
        }
      />
      {matching > 0 && (
        <Switch
          label={t("move.merge", { n: matching })}
          hint={t("move.merge.hint")}
          checked={merge_visitors}
          onChange={({ target }) => void saveChoices(found, { merge_visitors: target.checked })}
        />
      )}
    </SideCard>
  );
}
