import type { Operator } from "@parlour/protocol";
import type { VisitorsOnline } from "@parlour/protocol/api";
import { IconArrowsSort, IconUsers } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Age } from "../../../ui/Age.tsx";
import { RowBones, useLate } from "../../../ui/Bones.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Empty, Tag } from "../../../ui/marks.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { useListSteps } from "../../../ui/list-steps.ts";
import { useInside } from "../../../ui/use-inside.ts";
import { ListHead } from "../ListHead.tsx";
import { t as known } from "../text.ts";
import { countsOf, parts, type Part } from "./find.ts";
import { OnlineTable } from "./OnlineTable.tsx";
import { t } from "./text.ts";
import { useHeldRows } from "./use-online.ts";

interface Props {
  read: UseQueryResult<VisitorsOnline>;
  me: Operator;
  open: number | null;
  onInvite: (number: number) => void;
  /** Switches between this list and all visitors. */
  which: ReactNode;
}

/** The visitors who are on the site now. */
export function Online({ read, me, open, onInvite, which }: Props) {
  const [typed, setTyped] = useState("");
  const [part, setPart] = useState<Part>("all");
  const [newest, setNewest] = useState(false);
  const [list, setList] = useState<HTMLElement | null>(null);
  const held = useInside(list);
  useListSteps({ list: () => list });
  const { rows, changes, show } = useHeldRows(read.data?.items, { q: typed.trim(), part, newest }, held);
  const late = useLate(read.isPending);
  const counts = countsOf(read.data?.items ?? []);
  const total = read.data?.total ?? 0;
  return (
    <section className="pane" aria-label={known("visitors.title")}>
      <ListHead held={held} changes={changes} onShow={show}>
        {read.data !== undefined && <Tag tone="ok">{t("online.count", { n: total })}</Tag>}
      </ListHead>
      <div className="filters">
        {which}
        <SearchField as="search" label={known("visitors.filter")} placeholder={t("online.filter.hint")} value={typed} onText={setTyped} />
        <Parts part={part} counts={counts} onPart={setPart} />
        <Order newest={newest} onNewest={setNewest} />
      </div>
      {read.isError && rows === undefined && <Failure error={read.error} onRetry={() => void read.refetch()} />}
      {rows !== undefined && <Age of={read} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label={t("online.list")} aria-busy={read.isPending} ref={setList}>
        {late && <RowBones rows={8} />}
        {rows?.length === 0 && (
          <Nobody
            hidden={counts.all > 0}
            onClear={() => {
              setTyped("");
              setPart("all");
            }}
          />
        )}
        {rows !== undefined && rows.length > 0 && <OnlineTable rows={rows} me={me} open={open} onInvite={onInvite} />}
        {total > counts.all && <p className="older t13 soft">{t("online.more", { n: counts.all, total })}</p>}
      </section>
    </section>
  );
}

function Parts({ part, counts, onPart }: { part: Part; counts: Readonly<Record<Part, number>>; onPart: (part: Part) => void }) {
  return (
    <fieldset className="seg">
      <legend className="vh">{t("online.parts")}</legend>
      {parts.map((one) => (
        <button key={one} type="button" aria-pressed={part === one} onClick={() => onPart(one)}>
          {t(`online.part.${one}`)} <span className="num">{counts[one]}</span>
        </button>
      ))}
    </fieldset>
  );
}

function Order({ newest, onNewest }: { newest: boolean; onNewest: (newest: boolean) => void }) {
  const label = t(newest ? "online.order.newest" : "online.order.longest");
  const entries = [
    { id: "longest", label: t("online.order.longest"), chosen: !newest },
    { id: "newest", label: t("online.order.newest"), chosen: newest },
  ];
  return (
    <Menu label={label} title={t("online.order")} className="btn quiet" groups={[{ entries }]} onAction={(id) => onNewest(id === "newest")}>
      <Icon of={IconArrowsSort} small />
      {label}
    </Menu>
  );
}

/** No visitor is on the site, or the filter hides all. */
function Nobody({ hidden, onClear }: { hidden: boolean; onClear: () => void }) {
  return hidden ? (
    <Empty icon={IconUsers} title={known("visitors.none")} action={<Button onClick={onClear}>{known("visitors.none.clear")}</Button>} />
  ) : (
    <Empty icon={IconUsers} title={t("online.empty")}>
      {t("online.empty.text")}
    </Empty>
  );
}
