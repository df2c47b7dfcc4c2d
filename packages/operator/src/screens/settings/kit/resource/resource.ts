import { IconPower } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { api, queryClient } from "../../../../state/api/api.ts";
import { runOrToast } from "../../../../ui/mutation.ts";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { invalidateLists } from "../../../../state/api/queries.ts";
import { storeSecret } from "./one-time-secret.ts";
import { t } from "../../text.ts";

/** Name of a resource list, as in the API. */
export type ResourceList =
  | "agents"
  | "api-keys"
  | "article-sections"
  | "blacklist"
  | "channels"
  | "bots"
  | "bot-providers"
  | "webhooks"
  | "departments"
  | "fields"
  | "instance/oidc"
  | "instance/saml"
  | "operators"
  | "canned-replies"
  | "tags"
  | "triggers"
  | "segments"
  | "views"
  | "macros"
  | "roles"
  | "rules"
  | "scheduled-reports"
  | "sla-policies"
  | "statuses";
interface SavedResource {
  readonly id: number | string;
  /** Present only in the response to the request that created the secret. */
  readonly signing_secret?: string | undefined;
}

/** Caches the server's response for the page of the resource, and reloads the list. */
function cacheResource(list: ResourceList, answer: SavedResource): void {
  const { signing_secret: _, ...resource } = answer;
  queryClient.setQueryData([list, resource.id], resource);
  invalidateLists(list);
}

/** Creates a resource. Its page shows a secret of the response once. */
export async function createResource<T extends SavedResource>(
  list: ResourceList,
  body: object,
): Promise<T> {
  const created = await api.post<T>(`/${list}`, body);
  if (created.signing_secret !== undefined)
    storeSecret(`${list}/${created.id}`, created.signing_secret);
  cacheResource(list, created);
  return created;
}

/** Updates a resource. */
export async function updateResource<T extends SavedResource>(
  list: ResourceList,
  id: T["id"],
  body: object,
): Promise<T> {
  const answer = await api.patch<T>(`/${list}/${id}`, body);
  cacheResource(list, answer);
  return answer;
}

/** Generates a new address or secret (CORE-124). Resolves with the secret, which is shown once. */
export async function rotateCredential(
  list: ResourceList,
  id: number,
  body?: object,
): Promise<string | undefined> {
  const answer = await api.post<SavedResource>(`/${list}/${id}/rotate`, body);
  cacheResource(list, answer);
  return answer.signing_secret;
}

/** Returns a function that opens a new resource. `page`: path of the settings page of its list. */
export function useOpenCreated(
  page: string,
  search?: { readonly tab: string },
): (id: SavedResource["id"]) => Promise<void> {
  const router = useRouter();
  return (id) =>
    router.navigate({
      to: "/settings/$",
      params: { _splat: `${page}/${id}` },
      search: (search ?? {}) as never,
      ignoreBlocker: true,
    });
}

interface Toggleable {
  list: ResourceList;
  resource: { readonly id: number | string; readonly enabled: boolean };
  labels: Record<"turnOn" | "turnOff" | "turnedOn" | "turnedOff", string>;
}

/** Creates the menu entry that enables or disables a resource. */
export function createToggleEntry(target: Toggleable) {
  const { resource, labels } = target;
  return {
    id: "turn",
    icon: IconPower,
    label: resource.enabled ? labels.turnOff : labels.turnOn,
    run: () => void setEnabled(target, !resource.enabled),
  };
}

/** Enables or disables a resource immediately. The toast offers Undo. */
export async function setEnabled(target: Toggleable, enabled: boolean): Promise<void> {
  await runOrToast(async () => {
    await updateResource(target.list, target.resource.id, { enabled });
    const action = { label: t("page.undo"), run: () => void setEnabled(target, !enabled) };
    toast(enabled ? target.labels.turnedOn : target.labels.turnedOff, { action });
  });
}
