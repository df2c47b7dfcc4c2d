import type { BotProvider } from "@parlour/protocol/api";
import { botProvider } from "@parlour/protocol/settings/kinds/bot-provider";
import { IconBuilding } from "@tabler/icons-react";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { Tag, type Tone } from "../../../ui/badges.tsx";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { t } from "./text.ts";

/** Settings → Bots (BOT-001, BOT-002). Only the installation owner chooses the scope. */
export const providerScreen = kindScreen<BotProvider>()({
  kind: botProvider,
  prefix: "providers",
  t,
  icon: IconBuilding,
  inDialog: true,
  sections: [{ fields: ["name", "contact", "endpoint_url", "scope"] }],
  below: ({ scope }) => <small>{t(`providers.for.${scope}`)}</small>,
  columns: () => [
    { head: t("providers.id"), cell: renderId },
    {
      head: t("providers.head"),
      className: "whole",
      cell: ({ contact }) => (contact === null ? emptyCell : <bdi>{contact}</bdi>),
    },
    { head: t("providers.state"), cell: ({ state }) => <ProviderState state={state} /> },
    { head: t("providers.uses"), className: "num", cell: ({ connections }) => connections },
  ],
});

const emptyCell = <span className="faint">–</span>;
function renderId({ id, state }: BotProvider) {
  if (state !== "active" && state !== "suspended") return emptyCell;
  return (
    <span className="line4">
      <span className="mono">{id}</span> <CopyButton small variant="quiet" text={id} />
    </span>
  );
}

const stateTones: Record<BotProvider["state"], Tone> = {
  active: "ok",
  suspended: "warn",
  requested: "info",
  refused: "bad",
};
const ProviderState = ({ state }: { state: BotProvider["state"] }) => (
  <Tag tone={stateTones[state]}>{t(`providers.${state}`)}</Tag>
);
