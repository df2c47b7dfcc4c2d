import type { BotProvider } from "@parlour/protocol/api";
import { IconBuilding, IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { useMe } from "../../../state/session.tsx";
import { CopyButton } from "../../../ui/Copy.tsx";
import { orSay } from "../../../ui/deed.ts";
import { Confirm } from "../../../ui/dialog.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Tag, type Tone } from "../../../ui/marks.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { toast } from "../../../ui/toast.tsx";
import { stale, useProviders } from "../data.ts";
import { AddButton } from "../ListPage.tsx";
import { t as shared } from "../text.ts";
import { ThingList } from "../ThingList.tsx";
import { ThingName, type Column } from "../Things.tsx";
import { ProviderDialog } from "./ProviderDialog.tsx";
import { t } from "./text.ts";

/**
 * Settings → Bot providers: provider ids that are issued, requested, approved or suspended
 * (BOT-001, BOT-002).
 */
export function ProvidersPage() {
  const { instance_owner: rules } = useMe();
  const [editing, setEditing] = useState<BotProvider | "new" | null>(null);
  return (
    <ThingList<BotProvider>
      read={useProviders()}
      title={shared("menu.providers")}
      about={t("providers.about")}
      add={<AddButton onAdd={() => setEditing("new")}>{t(rules ? "providers.add" : "providers.ask")}</AddButton>}
      empty={{ icon: IconBuilding, title: t("providers.empty"), text: t("providers.empty.text") }}
      dialogs={editing !== null && <ProviderDialog provider={editing === "new" ? null : editing} onClose={() => setEditing(null)} />}
      name={{
        head: t("providers.name"),
        cell: (provider) => <ThingName of={provider} below={<small>{t(`providers.scope.${provider.scope}`)}</small>} />,
      }}
      columns={columns()}
      deeds={{ head: t("bot.more"), cell: (provider) => <Deeds provider={provider} rules={rules} onEdit={() => setEditing(provider)} /> }}
    />
  );
}

const none = <span className="faint">–</span>;
const columns = (): Column<BotProvider>[] => [
  {
    head: t("providers.id"),
    cell: (provider) => (provider.state === "active" || provider.state === "suspended" ? <Id {...provider} /> : none),
  },
  { head: t("providers.contact"), className: "whole", cell: ({ contact }) => (contact === null ? none : <bdi>{contact}</bdi>) },
  { head: t("providers.state"), cell: ({ state }) => <State state={state} /> },
  { head: t("providers.uses"), className: "num", cell: (provider) => provider.connections },
];

function Id({ id }: { id: string }) {
  return (
    <span className="line4">
      <span className="mono">{id}</span> <CopyButton small variant="quiet" text={id} />
    </span>
  );
}

const tones: Record<BotProvider["state"], Tone | null> = { active: "ok", suspended: "warn", requested: "info", refused: "bad" };
function State({ state }: { state: BotProvider["state"] }) {
  const tone = tones[state];
  return <Tag {...(tone && { tone })}>{t(`providers.${state}`)}</Tag>;
}

const moves: Record<BotProvider["state"], readonly ("approve" | "refuse" | "suspend" | "resume")[]> = {
  active: ["suspend"],
  suspended: ["resume"],
  requested: ["approve", "refuse"],
  refused: ["approve"],
};
const leadsTo = { approve: "active", refuse: "refused", suspend: "suspended", resume: "active" } as const;

function Deeds({ provider, rules, onEdit }: { provider: BotProvider; rules: boolean; onEdit: () => void }) {
  const [asking, setAsking] = useState(false);
  const { name, state, managed } = provider;
  const act = (id: string) => {
    if (id === "edit") onEdit();
    else if (id === "suspend") setAsking(true);
    else void move(provider, id as keyof typeof leadsTo);
  };
  const suspend = () => {
    setAsking(false);
    void move(provider, "suspend");
  };
  const groups = [
    { entries: moves[state].map((verb) => ({ id: verb, label: t(`providers.${verb}`) })) },
    { entries: [{ id: "edit", label: t("providers.edit") }] },
  ];
  const asked = { title: t("providers.suspend.title", { name }), verb: t("providers.suspend"), open: asking };
  return (
    <>
      {rules && !managed && (
        <Menu label={t("providers.more", { name })} className="btn icon quiet small" onAction={act} groups={groups}>
          <Icon of={IconDots} />
        </Menu>
      )}
      <Confirm {...asked} onClose={() => setAsking(false)} onConfirm={suspend}>
        <p>{t("providers.suspend.text")}</p>
      </Confirm>
    </>
  );
}

const move = ({ id, name }: BotProvider, verb: keyof typeof leadsTo): Promise<boolean> =>
  orSay(async () => {
    const { state } = await api.patch<BotProvider>(`/bot-providers/${id}`, { state: leadsTo[verb] });
    toast(t("providers.changed", { name, state: t(`providers.${state}`) }));
    stale("bot-providers", "bots");
  });
