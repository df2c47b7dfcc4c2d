import { IconDots, IconTrash } from "@tabler/icons-react";
import { useState, type ComponentProps, type ReactNode } from "react";
import { Icon } from "../../../../ui/Icon.tsx";
import { Menu } from "../../../../ui/dialog/menu.tsx";
import { api, queryClient } from "../../../../state/api/api.ts";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { invalidateLists } from "../../../../state/api/queries.ts";
import { t } from "../../text.ts";
import { TypeToConfirmDialog } from "./TypeToConfirmDialog.tsx";
import { useNavigateIfStill } from "../../../../ui/mutation.ts";

export interface MenuEntry {
  readonly id: string;
  readonly icon: typeof IconDots;
  readonly label: string;
  readonly run: () => void;
}
interface ResourceMenuProps extends Omit<ComponentProps<typeof DeleteResourceDialog>, "onClose"> {
  label: string;
  /** Label of the menu entry that opens the delete dialog. */
  deleteLabel: string;
  /** Additional entries above Delete. */
  otherEntries?: readonly MenuEntry[];
}

/**
 * Returns the menu of a resource page. Delete is its last entry. Render `dialog` outside the form
 * of the page.
 */
export function useResourceMenu({
  label,
  deleteLabel,
  otherEntries = [],
  ...dialogProps
}: ResourceMenuProps): Record<"menu" | "dialog", ReactNode> {
  const [isDeleting, setDeleting] = useState(false);
  const entry = { id: "delete", icon: IconTrash, label: deleteLabel, danger: true };
  const menu = (
    <Menu
      label={label}
      className="btn icon quiet"
      onAction={(id) => {
        if (id === entry.id) setDeleting(true);
        else otherEntries.find((other) => other.id === id)?.run();
      }}
      groups={[
        ...(otherEntries.length === 0 ? [] : [{ entries: otherEntries }]),
        { entries: [entry] },
      ]}
    >
      <Icon of={IconDots} />
    </Menu>
  );
  return {
    menu,
    dialog: isDeleting && (
      <DeleteResourceDialog {...dialogProps} onClose={() => setDeleting(false)} />
    ),
  };
}

interface DeleteDialogProps {
  /** Name of the list in the API, such as `channels`. */
  list: string;
  /** Path of the list page below /settings. */
  page: string;
  id: number | string;
  name: string;
  /** Text that explains the effect of deleting. */
  text: string;
  button: string;
  onClose: () => void;
}

/** Deletes a resource permanently after the operator has typed its name (CH-111). */
function DeleteResourceDialog({ list, page, id, name, text, button, onClose }: DeleteDialogProps) {
  const rememberPage = useNavigateIfStill();
  const remove = async () => {
    const navigateIfStill = rememberPage();
    await api.delete(`/${list}/${id}`);
    await navigateIfStill({ to: "/settings/$", params: { _splat: page }, ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: [list, id] });
    invalidateLists(list);
    toast(t("channel.deleted", { name }));
  };
  return (
    <TypeToConfirmDialog
      title={t("channel.delete.title", { name })}
      cancel={t("page.cancel")}
      button={button}
      label={t("channel.delete.type", { name })}
      requiredText={name}
      action={remove}
      onClose={onClose}
    >
      {text}
    </TypeToConfirmDialog>
  );
}
