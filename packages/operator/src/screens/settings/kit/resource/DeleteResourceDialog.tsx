import { useRouter } from "@tanstack/react-router";
import { api, queryClient } from "../../../../state/api/api.ts";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { invalidate } from "../../queries.ts";
import { t } from "../../text.ts";
import { TypeToConfirmDialog } from "./TypeToConfirmDialog.tsx";

interface DeleteResourceProps {
  /** Name of the resource's list in the API: `channels`. */
  list: string;
  /** Path of the list page below /settings. */
  page: string;
  id: number;
  name: string;
  /** Explains what deleting does. */
  text: string;
  verb: string;
  onClose: () => void;
}

/** Deletes a resource permanently after the operator typed its name (CH-111). */
export function DeleteResourceDialog({
  list,
  page,
  id,
  name,
  text,
  verb,
  onClose,
}: DeleteResourceProps) {
  const router = useRouter();
  const remove = async () => {
    await api.delete(`/${list}/${id}`);
    await router.navigate({ to: "/settings/$", params: { _splat: page }, ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: [list, id] });
    invalidate(list);
    toast(t("channel.deleted", { name }));
  };
  return (
    <TypeToConfirmDialog
      title={t("channel.delete.title", { name })}
      cancel={t("page.cancel")}
      verb={verb}
      label={t("channel.delete.type", { name })}
      requiredText={name}
      action={remove}
      onClose={onClose}
    >
      {text}
    </TypeToConfirmDialog>
  );
}
