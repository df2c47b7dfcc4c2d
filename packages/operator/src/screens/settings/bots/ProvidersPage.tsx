import type { BotProvider } from "@parlour/protocol/api";
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { useCurrentOperator } from "../../../state/session.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { Confirm } from "../../../ui/dialog/dialog.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Menu } from "../../../ui/dialog/menu.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { KindList } from "../kit/kind/KindList.tsx";
import { AddButton } from "../kit/resource/ListPage.tsx";
import { invalidateLists } from "../../../state/api/queries.ts";
import { ProviderDialog } from "./ProviderDialog.tsx";
import { providerScreen } from "./provider-screen.tsx";
import { t } from "./text.ts";

/**
 * Renders the bot providers: provider ids that are issued, requested, approved or suspended
 * (BOT-001, BOT-002).
 */
export function ProvidersPage() {
  const isInstallationOwner = useCurrentOperator().instance_owner;
  const [editing, setEditing] = useState<BotProvider | "new" | null>(null);
  return (
    <KindList
      screen={providerScreen}
      add={
        <AddButton onAdd={() => setEditing("new")}>
          {t(isInstallationOwner ? "providers.add" : "providers.ask")}
        </AddButton>
      }
      dialogs={
        editing !== null && (
          <ProviderDialog
            provider={editing === "new" ? null : editing}
            onClose={() => setEditing(null)}
          />
        )
      }
      actions={{
        head: t("bot.more"),
        cell: (provider) => (
          <ProviderActions
            provider={provider}
            isInstallationOwner={isInstallationOwner}
            onEdit={() => setEditing(provider)}
          />
        ),
      }}
    />
  );
}

const allowedTransitions: Record<
  BotProvider["state"],
  readonly ("approve" | "refuse" | "suspend" | "resume")[]
> = {
  active: ["suspend"],
  suspended: ["resume"],
  requested: ["approve", "refuse"],
  refused: ["approve"],
};
const stateAfter = {
  approve: "active",
  refuse: "refused",
  suspend: "suspended",
  resume: "active",
} as const;

interface ProviderActionsProps {
  provider: BotProvider;
  isInstallationOwner: boolean;
  onEdit: () => void;
}

function ProviderActions({ provider, isInstallationOwner, onEdit }: ProviderActionsProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { name, state, managed } = provider;
  const runAction = (id: string) => {
    if (id === "edit") onEdit();
    else if (id === "suspend") setConfirming(true);
    else void changeState(provider, id as keyof typeof stateAfter);
  };
  const suspend = () => {
    setConfirming(false);
    void changeState(provider, "suspend");
  };
  const groups = [
    {
      entries: allowedTransitions[state].map((transition) => ({
        id: transition,
        label: t(`providers.${transition}`),
      })),
    },
    { entries: [{ id: "edit", label: t("providers.edit") }] },
  ];
  const dialogProps = {
    title: t("providers.suspend.title", { name }),
    button: t("providers.suspend"),
    open: isConfirming,
  };
  return (
    <>
      {isInstallationOwner && !managed && (
        <Menu
          label={t("providers.more", { name })}
          className="btn icon quiet small"
          onAction={runAction}
          groups={groups}
        >
          <Icon of={IconDots} />
        </Menu>
      )}
      <Confirm {...dialogProps} onClose={() => setConfirming(false)} onConfirm={suspend}>
        <p>{t("providers.suspend.text")}</p>
      </Confirm>
    </>
  );
}

const changeState = (
  { id, name }: BotProvider,
  transition: keyof typeof stateAfter,
): Promise<boolean> =>
  runOrToast(async () => {
    const { state } = await api.patch<BotProvider>(`/bot-providers/${id}`, {
      state: stateAfter[transition],
    });
    toast(t("providers.changed", { name, state: t(`providers.${state}`) }));
    invalidateLists("bot-providers", "bots");
  });
