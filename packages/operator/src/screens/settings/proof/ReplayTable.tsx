import type { AgentReplay } from "@parlour/protocol/api";
import { Tag, type Tone } from "../../../ui/badges.tsx";
import { Button } from "../../../ui/Button.tsx";
import { formatExactTime } from "../../../ui/time.ts";
import { ResourceTable } from "../kit/resource/ResourceTable.tsx";
import { t } from "./text.ts";

const tones: Readonly<Record<AgentReplay["state"], Tone | undefined>> = {
  running: "info",
  done: "ok",
  cancelled: undefined,
  failed: "bad",
};

/** Lists the latest replays. One of them is open below. */
export const ReplayTable = ({
  replays,
  shown,
  onOpen,
}: {
  readonly replays: readonly AgentReplay[];
  readonly shown: number | undefined;
  readonly onOpen: (id: number) => void;
}) => (
  <ResourceTable
    resources={replays}
    name={{
      head: t("proof.replay"),
      cell: ({ id, of, total, created_at }) => (
        <Button variant="text" aria-pressed={id === shown} onClick={() => onOpen(id)}>
          {[t(`proof.of.${of}`, { n: total }), formatExactTime(created_at)].join(", ")}
        </Button>
      ),
    }}
    columns={[
      {
        head: t("proof.state"),
        cell: ({ state, change }) => (
          <span className="line">
            <Tag tone={tones[state]}>{t(`proof.state.${state}`)}</Tag>
            {change !== null && <Tag>{t("proof.trial.tag")}</Tag>}
          </span>
        ),
      },
      { head: t("proof.by"), dir: "auto", cell: ({ operator }) => operator.name },
    ]}
  />
);
