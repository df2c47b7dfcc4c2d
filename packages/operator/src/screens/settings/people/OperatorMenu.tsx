import type { Operator } from "@parlour/protocol";
import { IconDots, IconKey, IconShieldOff, IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { api } from "../../../state/api/api.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { Menu } from "../../../ui/dialog/menu.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { ConfirmDialog } from "../kit/resource/ConfirmDialog.tsx";
import { invalidateLists } from "../../../state/api/queries.ts";
import { t } from "../text.ts";

export async function activateOperator({ id, name }: Operator): Promise<void> {
  await api.patch(`/operators/${id}`, { active: true });
  invalidateLists("operators");
  toast(t("person.activated", { name }));
}

interface ConfirmProps {
  operator: Operator;
  open: boolean;
  onClose: () => void;
}

export function ConfirmDeactivate({ operator: { id, name }, ...dialogProps }: ConfirmProps) {
  const deactivate = async () => {
    await api.delete(`/operators/${id}`);
    invalidateLists("operators");
    toast(t("person.deactivated", { name }));
  };
  return (
    <ConfirmDialog
      title={t("person.deactivate.title", { name })}
      button={t("person.delete")}
      danger
      action={deactivate}
      {...dialogProps}
    >
      <p>{t("person.delete.text", { name })}</p>
    </ConfirmDialog>
  );
}

export function ConfirmRemoveFactors({ operator: { id, name }, ...dialogProps }: ConfirmProps) {
  const removeFactors = async () => {
    await api.delete(`/operators/${id}/second-factor`);
    toast(t("person.factors.done", { name }));
  };
  return (
    <ConfirmDialog
      title={t("person.factors.title", { name })}
      button={t("person.factors.verb")}
      danger
      action={removeFactors}
      {...dialogProps}
    >
      <p>{t("person.factors.text", { name })}</p>
    </ConfirmDialog>
  );
}

interface OperatorMenuProps {
  operator: Operator;
  me: Operator;
  onAction: (action: string) => void;
}

/** Menu of rare actions: password link, removal of second factors, deactivation, reactivation. */
export function OperatorMenu({ operator, me, onAction }: OperatorMenuProps) {
  return (
    <Menu
      label={t("person.more")}
      className="btn icon quiet"
      onAction={onAction}
      groups={[
        {
          entries: operator.active
            ? [
                { id: "reset", icon: IconKey, label: t("person.reset") },
                ...(operator.id === me.id
                  ? []
                  : [{ id: "factors", icon: IconShieldOff, label: t("person.factors") }]),
              ]
            : [{ id: "activate", icon: IconUserCheck, label: t("person.activate") }],
        },
        ...(operator.active && operator.id !== me.id
          ? [
              {
                entries: [
                  {
                    id: "deactivate",
                    icon: IconUserOff,
                    label: t("person.deactivate"),
                    danger: true,
                  },
                ],
              },
            ]
          : []),
      ]}
    >
      <Icon of={IconDots} />
    </Menu>
  );
}
