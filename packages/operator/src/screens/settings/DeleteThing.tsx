import { useRouter } from "@tanstack/react-router";
import { api, queries } from "../../state/api.ts";
import { toast } from "../../ui/toast.tsx";
import { stale } from "./data.ts";
import { t } from "./text.ts";
import { TypedDeed } from "./TypedDeed.tsx";

interface Props {
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
export function DeleteThing({ list, page, id, name, text, verb, onClose }: Props) {
  const router = useRouter();
  const remove = async () => {
    await api.delete(`/${list}/${id}`);
    await router.navigate({ to: "/settings/$", params: { _splat: page }, ignoreBlocker: true });
    queries.removeQueries({ queryKey: [list, id] });
    stale(list);
    toast(t("channel.deleted", { name }));
  };
  return (
    <TypedDeed
      title={t("channel.delete.title", { name })}
      cancel={t("page.cancel")}
      verb={verb}
      label={t("channel.delete.type", { name })}
      word={name}
      deed={remove}
      onClose={onClose}
    >
      {text}
    </TypedDeed>
  );
}
