import { IconPower } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { api, queries } from "../../state/api.ts";
import { orSay } from "../../ui/deed.ts";
import { toast } from "../../ui/toast.tsx";
import { stale } from "./data.ts";
import { keepSecret } from "./fresh-secret.ts";
import { t } from "./text.ts";

/** Name of a resource list, as in the API. */
type List = "channels" | "bots" | "webhooks" | "departments" | "canned-replies" | "tags" | "triggers";
interface Answered {
  readonly id: number;
  /** Present only in the response that created it. */
  readonly signing_secret?: string | undefined;
}

/** Caches the server's response on the resource's page, and reloads its list. */
export function keep(list: List, answered: Answered): void {
  const { signing_secret: _, ...thing } = answered;
  queries.setQueryData([list, thing.id], thing);
  stale(list);
}

/** Updates a resource. */
export async function change(list: List, id: number, body: object): Promise<void> {
  keep(list, await api.patch<Answered>(`/${list}/${id}`, body));
}

/** Generates a new address or secret (CORE-124). Returns the secret, which is shown once. */
export async function rotate(list: List, id: number, body?: object): Promise<string | undefined> {
  const answer = await api.post<Answered>(`/${list}/${id}/rotate`, body);
  keep(list, answer);
  return answer.signing_secret;
}

/** Returns a function that opens the page of a new resource. The page shows the secret once. */
export function useMade(list: "channels" | "bots" | "webhooks" | "departments"): (made: Answered) => Promise<void> {
  const router = useRouter();
  return async (made) => {
    if (made.signing_secret !== undefined) keepSecret(`${list}/${made.id}`, made.signing_secret);
    keep(list, made);
    await router.navigate({ to: "/settings/$", params: { _splat: `${list}/${made.id}` }, ignoreBlocker: true });
  };
}

interface Switched {
  list: List;
  of: { readonly id: number; readonly enabled: boolean };
  words: Record<"turnOn" | "turnOff" | "turnedOn" | "turnedOff", string>;
}

/** Creates the menu entry that enables or disables a resource. */
export function turnEntry(thing: Switched) {
  const { of, words } = thing;
  return { id: "turn", icon: IconPower, label: of.enabled ? words.turnOff : words.turnOn, run: () => void turn(thing, !of.enabled) };
}

/** Enables or disables a resource at once. The toast offers Undo. */
export async function turn(thing: Switched, enabled: boolean): Promise<void> {
  await orSay(async () => {
    await change(thing.list, thing.of.id, { enabled });
    const action = { label: t("page.undo"), run: () => void turn(thing, !enabled) };
    toast(enabled ? thing.words.turnedOn : thing.words.turnedOff, { action });
  });
}
