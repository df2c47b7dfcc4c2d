import type { BotProvider } from "@parlour/protocol/api";
import { IconBuilding, IconDots, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { useMe } from "../../../state/session.tsx";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/Copy.tsx";
import { Confirm } from "../../../ui/dialog.tsx";
import { wordsOf } from "../../../ui/Failure.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Tag, type Tone } from "../../../ui/marks.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { toast } from "../../../ui/toast.tsx";
import { stale, useProviders } from "../data.ts";
import { ListPage } from "../ListPage.tsx";
import { t as shared } from "../text.ts";
import { ProviderDialog } from "./ProviderDialog.tsx";
import { t } from "./text.ts";

/** Settings → Bot providers: ids issued, asked for, approved, suspended (BOT-001, BOT-002). */
export function ProvidersPage() {
  const me = useMe();
  const read = useProviders();
  const [editing, setEditing] = useState<BotProvider | "new" | null>(null);
  const add = (
    <Button variant="primary" icon={IconPlus} onClick={() => setEditing("new")}>
      {t(me.instance_owner ? "providers.add" : "providers.ask")}
    </Button>
  );
  return (
    <ListPage
      read={read}
      title={shared("menu.providers")}
      about={t("providers.about")}
      add={add}
      empty={{ icon: IconBuilding, title: t("providers.empty"), text: t("providers.empty.text") }}
      dialogs={editing !== null && <ProviderDialog provider={editing === "new" ? null : editing} onClose={() => setEditing(null)} />}
    >
      {(providers) => (
        <div className="card">
          <table className="things">
            <thead>
              <tr>
                <th scope="col">{t("providers.name")}</th>
                <th scope="col">{t("providers.id")}</th>
                <th scope="col">{t("providers.contact")}</th>
                <th scope="col">{t("providers.state")}</th>
                <th scope="col">{t("providers.uses")}</th>
                <th scope="col">
                  <span className="vh">{t("bot.more")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {providers.map((provider) => (
                <Row key={provider.id} provider={provider} rules={me.instance_owner} onEdit={() => setEditing(provider)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </ListPage>
  );
}

const tones: Record<BotProvider["state"], Tone | null> = { active: "ok", suspended: "warn", requested: "info", refused: "bad" };
const moves: Record<BotProvider["state"], readonly ("approve" | "refuse" | "suspend" | "resume")[]> = {
  active: ["suspend"],
  suspended: ["resume"],
  requested: ["approve", "refuse"],
  refused: ["approve"],
};
const leadsTo = { approve: "active", refuse: "refused", suspend: "suspended", resume: "active" } as const;

function Row({ provider, rules, onEdit }: { provider: BotProvider; rules: boolean; onEdit: () => void }) {
  const [asking, setAsking] = useState(false);
  const move = async (verb: keyof typeof leadsTo) => {
    setAsking(false);
    try {
      const { state } = await api.patch<BotProvider>(`/bot-providers/${provider.id}`, { state: leadsTo[verb] });
      toast(t("providers.changed", { name: provider.name, state: t(`providers.${state}`) }));
      stale("bot-providers", "bots");
    } catch (error) {
      toast(wordsOf(error), { tone: "bad" });
    }
  };
  const tone = tones[provider.state];
  return (
    <tr>
      <th scope="row">
        <bdi>{provider.name}</bdi>
        {provider.managed && <Tag>parlour.yaml</Tag>}
        <small>{t(`providers.scope.${provider.scope}`)}</small>
      </th>
      <td data-label={t("providers.id")}>
        {provider.state === "active" || provider.state === "suspended" ? (
          <span className="line4">
            <span className="mono">{provider.id}</span> <CopyButton small variant="quiet" text={provider.id} />
          </span>
        ) : (
          <span className="faint">–</span>
        )}
      </td>
      <td className="whole" data-label={t("providers.contact")}>
        {provider.contact === null ? <span className="faint">–</span> : <bdi>{provider.contact}</bdi>}
      </td>
      <td data-label={t("providers.state")}>
        <Tag {...(tone && { tone })}>{t(`providers.${provider.state}`)}</Tag>
      </td>
      <td className="num" data-label={t("providers.uses")}>
        {provider.connections}
      </td>
      <td className="end-n">
        {rules && !provider.managed && (
          <Menu
            label={t("providers.more", { name: provider.name })}
            className="btn icon quiet small"
            onAction={(id) => {
              if (id === "edit") onEdit();
              else if (id === "suspend") setAsking(true);
              else void move(id as keyof typeof leadsTo);
            }}
            groups={[
              { entries: moves[provider.state].map((verb) => ({ id: verb, label: t(`providers.${verb}`) })) },
              { entries: [{ id: "edit", label: t("providers.edit") }] },
            ]}
          >
            <Icon of={IconDots} />
          </Menu>
        )}
        <Confirm
          title={t("providers.suspend.title", { name: provider.name })}
          verb={t("providers.suspend")}
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={() => void move("suspend")}
        >
          <p>{t("providers.suspend.text")}</p>
        </Confirm>
      </td>
    </tr>
  );
}
